import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Handled } from '../queues/sqs-batch.ts';
import type { CaseVerdict } from './case-verdict.ts';
import type { CaseWatch, Claim } from './case-watch.ts';
import { CLAIM_REFUSAL_WORDS, type ClaimDecided, decideClaim } from './decide-claim.ts';
import type { KnownPeople } from './same-person.ts';
import type { AuditEntry, VerdictLedger } from './verdict-ledger.ts';
import type { ClaimMessage, Reply } from './verdict-message.ts';
import type { WatchLedger } from './watch-ledger.ts';

/** What an analyst is told whose press changed nothing. `place`: where it was pressed. */
export type RefusedClaim = { readonly domain: string; readonly caseId: string; readonly place: string } & (
  | { readonly because: 'claimed'; readonly claim: Claim }
  | { readonly because: 'conflict' | 'too-late'; readonly current: CaseVerdict | null }
);

/** Where people see who is on a case. */
export interface WatchSurfaces {
  /** Shows it everywhere. May repeat, and an older version may come after a newer one: `version` tells. */
  watched(watch: CaseWatch, verdict: CaseVerdict | null, reply: Reply | null): Promise<void>;
  /** Tells the analyst who clicked, and nobody else. */
  tell(reply: Reply, refused: RefusedClaim): Promise<void>;
}

export interface ClaimHandlerParts {
  readonly ledger: Pick<VerdictLedger, 'load' | 'copyTrail'>;
  readonly watches: WatchLedger;
  readonly surfaces: WatchSurfaces;
  readonly people: KnownPeople;
  /** Nobody is on it any more. */
  readonly waitAgain: (domain: string, caseId: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** More than a few clicks on one case at one moment are rare. */
const MAX_ROUNDS = 8;

/**
 * Deals with a press on who is on a case, as the verdict handler does with decisions: the row first, and everything that
 * others notice follows from it.
 */
export function createClaimHandler(parts: ClaimHandlerParts) {
  const { ledger, watches, surfaces, people, waitAgain, clock, log } = parts;

  async function standing({ domain, caseId }: ClaimMessage) {
    const [watch, verdict] = await Promise.all([watches.load(domain, caseId), ledger.load(domain, caseId)]);
    return { watch, verdict };
  }

  async function tellRefused(
    message: ClaimMessage,
    { because, claim }: Extract<ClaimDecided, { is: 'refused' }>,
    verdict: CaseVerdict | null,
  ): Promise<void> {
    const { kind, domain, caseId, place, reply } = message;
    log('claim.refused', { kind, domain, caseId, because });
    await ledger.copyTrail([auditOfRefusedClaim(message, CLAIM_REFUSAL_WORDS[because])]);
    if (!reply) return;
    const about = { domain, caseId, place };
    if (because === 'claimed' && claim) return surfaces.tell(reply, { ...about, because, claim });
    const reason = because === 'conflict' ? because : 'too-late';
    return surfaces.tell(reply, { ...about, because: reason, current: verdict });
  }

  return {
    /** Whether it is done already, so that only what follows from it is owed. */
    async isDone(message: ClaimMessage): Promise<boolean> {
      const { watch, verdict } = await standing(message);
      return decideClaim(watch, verdict, message, { people, nowMs: clock.now() }).is === 'repeat';
    },

    async handle(message: ClaimMessage): Promise<Handled> {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const { watch, verdict } = await standing(message);
        const decided = decideClaim(watch, verdict, message, { people, nowMs: clock.now() });
        if (decided.is === 'refused') {
          await tellRefused(message, decided, verdict);
          return 'done';
        }
        const next = decided.is === 'changed' ? decided.next : decided.current;
        if (decided.is === 'changed') {
          // What leaves the row must be where it is read by day, and its copy may not have been made yet.
          if (watch && next.trimmed !== watch.trimmed) await ledger.copyTrail(auditOfWatch(watch));
          if ((await watches.save(next)) !== 'saved') continue;
          const { domain, caseId, version, trail } = next;
          log('claim.changed', { what: trail.at(-1)?.what, domain, caseId, version, by: message.by.id });
        }
        // All of it and not only what is new: the function that added the rest may have crashed before copying it.
        await ledger.copyTrail(auditOfWatch(next));
        await surfaces.watched(next, verdict, message.reply);
        if (next.claim === null) await waitAgain(next.domain, next.caseId);
        return 'done';
      }
      return 'retry';
    },
  };
}

/** The trail of a case's watch as it stands among those of all cases. */
export const auditOfWatch = ({ domain, caseId, trail, trimmed = 0 }: CaseWatch): AuditEntry[] =>
  trail.map(({ atMs, what, id, by, place, answer }, index) => ({
    domain,
    caseId,
    // From 1: 0 is for what changed nothing.
    n: trimmed + index + 1,
    atMs,
    what,
    id,
    outcome: null,
    by,
    place,
    comment: null,
    answer,
  }));

const auditOfRefusedClaim = (
  { kind, domain, caseId, clickId: id, atMs, by, place }: ClaimMessage,
  why: string,
): AuditEntry => ({
  domain,
  caseId,
  n: 0,
  atMs,
  what: 'refused',
  id,
  outcome: null,
  by,
  place,
  comment: null,
  answer: `${kind}: ${why}`,
});
