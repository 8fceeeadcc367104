import type { Clock } from '../base/clock.ts';
import { inParallel } from '../base/in-parallel.ts';
import type { Log } from '../base/log.ts';
import { UnreadableError } from '../base/read-versioned.ts';
import type { Answer } from '../case/answer.ts';
import type { CaseLedger, FollowedCase } from '../case/case-ledger.ts';
import { type CaseRecord, hasUnsent, lastChange } from '../case/case-record.ts';
import { caseSkeleton } from '../case/case-skeleton.ts';
import { afterLook, mayBeReopened, withOurVerdict } from '../case/vanished-or-reopened.ts';
import type { Ask } from '../outbox/ask-notifiers.ts';
import type { IsClosingShown } from '../outbox/is-closing-shown.ts';
import { UnauthorizedError } from '../posture/posture-errors.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { BringUpToDate } from './bring-up-to-date.ts';
import { isLongOver } from './how-long-followed.ts';
import { type CaseLook, type FoundCase, type LookForCasesParts, lookForCases } from './look-for-cases.ts';
import type { ReconcilePart } from './reconcile-parts.ts';
import { rotateStart } from './rotate-start.ts';

export interface FollowCasesParts {
  readonly domains: readonly string[];
  /** How often to look. */
  readonly everyMs: number;
  readonly ledger: CaseLedger;
  /** The list of cases of a domain. */
  readonly casesOf: (domain: string) => Promise<LookForCasesParts['cases']>;
  readonly bringUpToDate: BringUpToDate;
  readonly ask: Ask['everywhere'];
  readonly isClosingShown: IsClosingShown;
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
  /** Tells webhooks about a change of its status. `revision`: equal for repeats of one change. */
  readonly tellWebhooks: (domain: string, item: Case, revision: string) => Promise<void>;
  /** The platform does not accept the key. */
  readonly onRefusedKey: (domain: string) => void;
  /** Called with the list, so that features need not read it again. */
  readonly onListed?: ((domain: string, followed: readonly FollowedCase[]) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export interface FollowCases {
  readonly part: ReconcilePart;
  /** Makes the next run look, whatever the interval. */
  readonly lookSoon: (domain: string) => void;
}

/** The reconciler runs once a minute, and a little sooner or later. */
const SOONER_MS = 30_000;
/** The pause before the next look, for each request of the last one. */
const REQUEST_MS = 3_000;
/** Leaves time for the other parts of the run. */
const LONGEST_LOOK_MS = 40_000;
/** How many ended cases one look takes off the list. */
const MOST_DROPPED = 200;
const MOST_OF_A_DOMAIN = 50_000;
const AT_ONCE = 8;
/** How often one look tries to write about a case of which others, the poller say, write at the same time. */
const MOST_TRIES = 4;

/**
 * Follows open cases through their states in the platform, for as long as they are open. Where no case is open, the
 * platform is not asked. The reconciler writes first what a look says about a case, and then has it shown:
 *
 *     look - load - decide - save the change as owed - show it everywhere - save that it is shown
 *
 * The write decides between two looks that disagree. A crash after it leaves the change owed, and the next look shows it.
 */
export function createFollowCases(parts: FollowCasesParts): FollowCases {
  const { domains, everyMs, ledger, casesOf, ask, isClosingShown, tellWebhooks, clock, log } = parts;
  const { bringUpToDate, onRefusedKey, onListed } = parts;
  /** By domain. Another process may look sooner, and finds the same. */
  const nextLookMs = new Map<string, number>();

  return { part, lookSoon: (domain) => void nextLookMs.delete(domain) };

  async function part(latestMs: number) {
    const deadlineMs = Math.min(latestMs, clock.now() + LONGEST_LOOK_MS);
    const due = rotateStart(domains, clock).filter((domain) => clock.now() >= (nextLookMs.get(domain) ?? 0));
    let count = 0;
    for (const domain of due) count += await follow(domain, deadlineMs);
    return { 'changed cases': count };
  }

  async function follow(domain: string, deadlineMs: number): Promise<number> {
    if (clock.now() >= deadlineMs) return 0;
    nextLookMs.set(domain, clock.now() + everyMs - SOONER_MS);
    const followed = await ledger.followed(domain, MOST_OF_A_DOMAIN);
    onListed?.(domain, followed);
    if (followed.length === 0) return 0;
    const look = await lookAt(domain, followed, deadlineMs);
    if (look.problem instanceof UnauthorizedError) onRefusedKey(domain);
    if (look.problem !== null) log('not all cases looked for', { domain, problem: String(look.problem) });
    nextLookMs.set(domain, clock.now() + Math.max(everyMs - SOONER_MS, look.requests * REQUEST_MS));
    const missing = new Set(look.missing);
    const dropped = look.problem === null ? await dropLongOver(domain, followed, look) : new Set();
    const left = followed.filter((one) => !dropped.has(one));
    const counts = await inParallel(left, AT_ONCE, async (one) => {
      const found = look.found.get(one.name);
      const seen = missing.has(one) ? 'missing' : found;
      if (clock.now() >= deadlineMs || isAsKnown(one, seen)) return 0;
      return settleAtLast(domain, one, seen).catch((error: unknown) => {
        // One case that cannot be dealt with does not hold up the others: the next look tries again.
        if (!(error instanceof UnreadableError)) log('case not followed', { domain, error: String(error) });
        return 0;
      });
    });
    return counts.reduce((sum: number, count) => sum + count, 0);
  }

  /** Only those that this look found unchanged: what changed since is settled like any other. */
  async function dropLongOver(domain: string, followed: readonly FollowedCase[], { found }: CaseLook) {
    const over = followed
      .filter((one) => isLongOver(one, clock.now()) && !found.get(one.name)?.item)
      .slice(0, MOST_DROPPED);
    for (const one of over) await ledger.drop(domain, one);
    return new Set(over);
  }

  async function lookAt(
    domain: string,
    followed: readonly FollowedCase[],
    deadlineMs: number,
  ): Promise<CaseLook> {
    try {
      const call = { deadline: deadlineMs, priority: 'backfill' } as const;
      const nameOf = (caseId: string) => ledger.nameOf(domain, caseId);
      return await lookForCases({ cases: await casesOf(domain), nameOf, call }, followed);
    } catch (problem) {
      return { found: new Map(), missing: [], requests: 0, problem };
    }
  }

  /** The next look may be an hour away: it does not wait for that because another function was quicker. */
  async function settleAtLast(...about: Parameters<typeof settle>): Promise<number> {
    for (let tries = 1; tries < MOST_TRIES; tries++) {
      const count = await settle(...about);
      if (count !== null) return count;
    }
    return (await settle(...about)) ?? 0;
  }

  /** Writes and shows what is new about a case; 1 when something is, and null if another function was quicker. */
  async function settle(
    domain: string,
    one: FollowedCase,
    seen: FoundCase | 'missing' | undefined,
  ): Promise<number | null> {
    const loaded = await ledger.read(one);
    if (!loaded) return 0;
    const item = seen === 'missing' || seen === undefined ? null : seen.item;
    const known = loaded.owed ? await finish(loaded, item) : loaded;
    if (!known) return null;
    if (seen === undefined) return 0;
    const answer = mayBeReopened(known, seen) ? await parts.answerOf(domain, known.caseId) : null;
    const record = withOurVerdict(known, answer, seen, clock.now());
    const next = afterLook(record, seen, clock.now());
    if (next.owed) {
      const change = lastChange(next);
      if (item && change && (await isClosingShown(record, change, item))) return closeQuietly(next, item);
      const saved = await save(next);
      if (!saved) return null;
      log('case changed', { domain, caseId: record.caseId, ...change });
      return (await finish(saved, item)) && 1;
    }
    // The poller retries what a queue has not taken yet.
    if (item && updatedAtMsOf(item) > record.updatedAtMs && !hasUnsent(next)) {
      const updated = await bringUpToDate(next, item);
      if (!updated) return null;
      if (updated.owed) await ask(domain, updated.caseId, item);
      return (await save({ ...updated, owed: false })) && 1;
    }
    return next === record || (await save(next)) ? 0 : null;
  }

  /** The record as saved; null if another function was quicker. */
  async function save(next: CaseRecord): Promise<CaseRecord | null> {
    return (await ledger.save(next)) === 'saved' ? { ...next, version: next.version + 1 } : null;
  }

  /** Nothing is left to show, so nothing is owed: one write instead of two. Webhooks first: they recognise a repeat. */
  async function closeQuietly(record: CaseRecord, item: Case): Promise<number | null> {
    await tellOfChange(record, item);
    const next = await bringUpToDate(record, item, { onlyAdded: true });
    return next && (await save({ ...next, owed: false })) && 1;
  }

  async function tellOfChange(record: CaseRecord, item: Case | null): Promise<void> {
    const last = lastChange(record);
    if (!last || !item) return;
    const told = record.forgotten ? caseSkeleton(item) : item;
    await tellWebhooks(record.domain, { ...told, state: last.to }, `${item.updated_at ?? ''}.${last.n}`);
  }

  /** Has all destinations show the last change. Returns the record after that; null if another function was quicker. */
  async function finish(record: CaseRecord, item: Case | null): Promise<CaseRecord | null> {
    const next = item ? await bringUpToDate(record, item, { onlyAdded: true }) : record;
    if (!next) return null;
    await tellOfChange(record, await ask(record.domain, record.caseId, item));
    return save({ ...next, owed: false });
  }
}

/** A look that brings nothing new about a case reads no row of it. */
const isAsKnown = (one: FollowedCase, seen: FoundCase | 'missing' | undefined): boolean => {
  if (seen === 'missing') return false;
  if (!one.isSettled) return false;
  return seen === undefined || seen.item === null;
};
