import type { Clock } from '../platform/clock.ts';
import { auditOf } from './audit.ts';
import { decide } from './decide.ts';
import type { Circumstances, Decided, VerdictEvent } from './decision-types.ts';
import type { VerdictLedger } from './verdict-ledger.ts';

export interface MoveParts extends Pick<Circumstances, 'rules' | 'postTimeoutMs'> {
  readonly ledger: Pick<VerdictLedger, 'load' | 'save' | 'copyTrail'>;
  readonly clock: Clock;
}

/** `busy`: others were quicker each time. */
export type Moved = Decided | 'busy';
export type Move = (event: VerdictEvent) => Promise<Moved>;

/** More than a few clicks on one case at one moment are rare. */
const MAX_ROUNDS = 8;

/** Brings an event and the row together: decided on the row as it stands, written only if it still stands so. */
export function createMove({ ledger, clock, rules, postTimeoutMs }: MoveParts): Move {
  return async function move(event) {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const current = await ledger.load(event.domain, event.caseId);
      const decided = decide(current, event, { rules, postTimeoutMs, nowMs: clock.now() });
      const next = decided.is === 'repeat' ? null : decided.next;
      if (!next) return decided;
      // What leaves the row must be where it is read by day, and its copy may not have been made yet.
      if (current && next.trimmed !== current.trimmed) await ledger.copyTrail(auditOf(current));
      if ((await ledger.save(next)) === 'saved') return decided;
    }
    return 'busy';
  };
}
