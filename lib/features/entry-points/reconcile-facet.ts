import type { CaseLedger } from '../../case/case-ledger.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { EventLedger } from '../../endpoints/event-ledger.ts';
import type { Withholder } from '../../feed/withholding.ts';
import type { Ask } from '../../outbox/ask.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { VersionedRows } from '../../platform/versioned-rows.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { OpsNoticeParts } from '../../queues/ops-notice.ts';
import type { FollowCasesParts } from '../../reconcile/follow-cases.ts';
import type { ReconcilePart } from '../../reconcile/reconcile.ts';
import type { AnswerLedger } from '../../verdict/answer-ledger.ts';
import type { Facet } from './facet.ts';

/** To tell the operators, and all that a part of the reconciler needs. */
export interface ReconcileKit extends OpsNoticeParts {
  readonly config: BridgeConfig;
  readonly domains: readonly string[];
  readonly rows: VersionedRows;
  readonly cases: CaseLedger;
  readonly deliveries: DeliveryLedger;
  readonly events: EventLedger;
  readonly answers: Pick<AnswerLedger, 'readTrail'>;
  readonly clientOf: (domain: string) => Promise<PostureClient>;
  /** The platform does not accept the key, which may have been replaced. */
  readonly onRefusedKey: (domain: string) => void;
  readonly ask: Ask;
  /** Differs from what it was when cases of a domain have come. Costs nothing that is not paid anyway. */
  readonly newsOf: (domain: string) => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ReconcileHooks {
  /** Runs after the parts of the core, in each run. */
  readonly part?: ReconcilePart | undefined;
  /** Keeps the cases of a domain from chats. */
  readonly withholder?: (domain: string) => Withholder;
  readonly onListed?: FollowCasesParts['onListed'];
}

export type ReconcileFacet = Facet<ReconcileKit, ReconcileHooks>;
