import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';

export interface Operation {
  readonly id: string;
  /** An operation about no domain is noted under the first one. */
  readonly domain?: string;
  /** What the operator asked for: `rewind cases to 2026-11-15T00:00:00.000Z`. */
  readonly what: string;
}

/**
 * Notes in the audit trail what an operator is about to do. It does so first: an entry about something that then failed
 * misleads nobody for long, but a change without an entry would.
 */
export async function noteOperation(
  { ledger, clock, caller }: OpenBridge,
  { domains, retention }: BridgeConfig,
  { id, domain = Object.keys(domains)[0] ?? '', what }: Operation,
): Promise<void> {
  const { arn } = await caller();
  const entry = operationEntry({ id, domain, what, arn, atMs: clock.now() });
  await createDynamoAuditTrail(ledger, { keptMs: retention.trail }).add([entry]);
}

/** About no case: under the name of the operation. AWS says who it was, and CloudTrail more. */
export const operationEntry = (operation: {
  readonly id: string;
  readonly domain: string;
  readonly what: string;
  readonly arn: string;
  readonly atMs: number;
}): AuditEntry => ({
  domain: operation.domain,
  caseId: `operation-${operation.id}`,
  n: 1,
  atMs: operation.atMs,
  what: 'operated',
  id: `operation:${operation.id}`,
  outcome: null,
  by: { surface: 'aws', id: operation.arn, name: operation.arn.split('/').at(-1) ?? operation.arn },
  place: null,
  comment: null,
  answer: operation.what,
});
