import { verifyAnchors } from '../../lib/audit/anchor.ts';
import { compareHead, type VerifiedTrail, verifyTrail } from '../../lib/audit/verify-trail.ts';
import { harmless, printAside } from '../../lib/base/terminal.ts';
import { createDynamoAuditTrail } from '../../lib/dynamo/dynamo-audit-trail.ts';
import type { DynamoParts } from '../../lib/dynamo/dynamo-calls.ts';
import { UsageError } from '../frame/errors.ts';
import type { Anchors } from './find-anchors.ts';

/** Where lines for people go: if a program asked, stdout is only for the answer. */
export type Say = (...lines: string[]) => void;

export interface Logged {
  readonly seq: number;
  readonly hash: string;
}

/** `12:9f86d0…`, as in the verdict function's log. */
export function readHead(text: string): Logged {
  const [, seq, hash] = /^(\d{1,8}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw new UsageError('--head has to be like 12:9f86d0…, a place and a hash of 64 characters');
  return { seq: Number(seq), hash };
}

export interface VerifyAuditOptions {
  readonly logged: Logged | null;
  readonly keptMs: number;
  /** Where the trail was anchored outside of the table. */
  readonly anchors: Anchors;
  readonly say: Say;
}

/** Checks the trails of these domains, with sentences about what does not hold. */
export async function verifyAudit(
  parts: DynamoParts,
  domains: readonly string[],
  days: readonly string[],
  { logged, keptMs, anchors, say }: VerifyAuditOptions,
): Promise<boolean> {
  const trail = createDynamoAuditTrail(parts);
  let holds = true;
  for (const domain of domains) {
    const verified = await verifyTrail(trail, domain, days, { nowMs: parts.clock.now(), keptMs });
    const differs = logged && (await compareLogged(logged));
    const anchored = await anchors.of(domain, days);
    const cut = await verifyAnchors(trail, domain, anchored, { nowMs: parts.clock.now(), keptMs });
    const problems = [...verified.problems, ...cut, ...(differs ? [`${days[0]}: ${differs}`] : [])];
    tell(
      say,
      domain,
      { ...verified, notes: [...verified.notes, ...anchors.notes(domain, anchored)] },
      problems,
    );
    if (problems.length > 0) holds = false;

    async function compareLogged(head: Logged): Promise<string | null> {
      const links = [];
      for await (const page of trail.links(domain, days[0] ?? '')) links.push(...page);
      return compareHead(head, links);
    }
  }
  return holds;
}

/** Prints what holds with `say`, and what does not to stderr. */
function tell(
  say: Say,
  domain: string,
  { entries, heads, notes }: VerifiedTrail,
  problems: readonly string[],
): void {
  const name = harmless(domain.replace(/\s+/g, ' '));
  const chained = heads.reduce((sum, { seq }) => sum + seq, 0);
  for (const { day, seq, hash } of heads) say(`${name} ${day}: ${seq} in the chain, which ends in ${hash}`);
  say(...notes.map((note) => `${name} ${note}`));
  printAside(...problems.map((problem) => `${name} ${problem}`));
  const all = `${entries} entries, ${chained} of them in ${heads.length} chains`;
  if (problems.length === 0 && entries === 0)
    say(`${name}: nothing is in the trail of these days, so this proves nothing.`);
  else if (problems.length === 0) say(`${name}: the trail holds (${all}).`);
  else
    printAside(
      `${name}: the trail does not hold (${all}). What the log of the verdict function says of its chains (audit.chain) and a backup show what it was.`,
    );
}
