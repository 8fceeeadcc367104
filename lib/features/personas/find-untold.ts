import type { Clock } from '../../base/clock.ts';
import { inParallel } from '../../base/in-parallel.ts';
import type { Log } from '../../base/log.ts';
import { UnreadableError } from '../../base/read-versioned.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { CaseLedger, FollowedCase } from '../../case/case-ledger.ts';
import { isOver } from '../../case/case-record.ts';
import type { Ask } from '../../outbox/ask-notifiers.ts';
import type { DeliveryLedger, SavedDelivery } from '../../outbox/delivery-ledger.ts';
import type { PersonasAt } from '../../outbox/redaction/personas-at.ts';
import type { ReconcilePart } from '../../reconcile/reconcile-parts.ts';
import { rotateStart } from '../../reconcile/rotate-start.ts';
import type { Asked, AskPersona } from './ask-persona.ts';
import { PERSONA_WANTED_MS, untoldSubjects } from './pending-persona-notes.ts';
import { type Subject, subjectId } from './subjects-of-case.ts';

export interface FindUntoldParts {
  readonly domains: readonly string[];
  readonly cases: Pick<CaseLedger, 'fresh' | 'read'>;
  readonly deliveries: Pick<DeliveryLedger, 'places'>;
  readonly personasAt: PersonasAt;
  readonly ask: AskPersona;
  readonly show: Ask['forPersonas'];
  /** When cases of a domain were last announced; undefined if never. */
  readonly announcedAt: (domain: string) => Promise<number | undefined>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface FindUntold {
  /** The cases of a domain that are followed, as a look has just listed them all. */
  met(domain: string, followed: readonly FollowedCase[]): void;
  readonly part: ReconcilePart;
}

interface Waiting {
  readonly followed: FollowedCase;
  /** When to look again; never, if nothing is left to tell. */
  readonly nextMs: number;
  readonly tries: number;
}

/** Cases that came since the last look at all cases are mostly created lately; that look finds the late ones. */
const LATELY_MS = 30 * MINUTE_MS;
const MOST_LISTED = 500;
/** How many cases of a domain a new process looks at: older ones most likely have their notes. */
const MOST_WAITING = 1_000;
/** For one domain in one run. */
const MOST_CASES = 100;
const AT_ONCE = 4;
/** Leaves time for the other parts of the run. */
const LONGEST_MS = 20_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** The reconciler runs once a minute, and a little sooner or later. */
const SOONER_MS = 20_000;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Has the threads of new cases tell who they are about. Nothing is written about a case for this: its deliveries say which
 * notes stand there, and the process remembers what is left to do. A new process looks at the
 * cases of the last day once more.
 */
export function createFindUntold(parts: FindUntoldParts): FindUntold {
  const { domains, cases, deliveries, personasAt, ask, show, announcedAt, clock, log } = parts;
  const waitingIn = new Map<string, Map<string, Waiting>>();
  /** By domain: what `announcedAt` said when cases were last listed. */
  const listedAt = new Map<string, number | undefined>();

  const isYoung = ({ createdAtMs, endedAtMs }: FollowedCase): boolean =>
    endedAtMs === null && clock.now() - createdAtMs < PERSONA_WANTED_MS;

  /** New ones are looked at now, the others when they were due before. */
  function add(
    domain: string,
    followed: readonly FollowedCase[],
    others: ReadonlyMap<string, Waiting>,
  ): void {
    const before = waitingIn.get(domain);
    const waiting = new Map(others);
    const newest = followed.filter(isYoung).toSorted((a, b) => b.createdAtMs - a.createdAtMs);
    for (const one of newest.slice(0, MOST_WAITING))
      waiting.set(one.name, before?.get(one.name) ?? { followed: one, nextMs: 0, tries: 0 });
    waitingIn.set(domain, waiting);
  }

  async function lookFor(domain: string): Promise<void> {
    const announcedAtMs = await announcedAt(domain);
    if (listedAt.has(domain) && listedAt.get(domain) === announcedAtMs) return;
    const lately = await cases.fresh(domain, clock.now() - LATELY_MS, MOST_LISTED);
    add(domain, lately, waitingIn.get(domain) ?? new Map());
    listedAt.set(domain, announcedAtMs);
  }

  async function findIn(domain: string, deadlineMs: number): Promise<number> {
    await lookFor(domain);
    const due = [...(waitingIn.get(domain)?.values() ?? [])]
      .filter(({ nextMs }) => nextMs <= clock.now())
      .toSorted((a, b) => b.followed.createdAtMs - a.followed.createdAtMs)
      .slice(0, MOST_CASES);
    const counts = await inParallel(due, AT_ONCE, async (one) => {
      if (clock.now() >= deadlineMs) return 0;
      const looked = await tell(domain, one.followed, deadlineMs).catch((error: unknown) => {
        // One case that cannot be dealt with does not hold up the others.
        if (!(error instanceof UnreadableError)) log('persona not told', { domain, error: String(error) });
        return { told: 0, isDone: false };
      });
      // If it is reopened, it is listed again.
      if (looked === 'over') {
        waitingIn.get(domain)?.delete(one.followed.name);
        return 0;
      }
      const { told, isDone } = looked;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** one.tries) - SOONER_MS;
      waitingIn.get(domain)?.set(one.followed.name, {
        ...one,
        tries: one.tries + 1,
        nextMs: isDone ? NEVER : clock.now() + pauseMs,
      });
      return told;
    });
    return counts.reduce((sum: number, count) => sum + count, 0);
  }

  /** Done once each destination tells all that can be known: a look after the last note has to find the note. */
  async function tell(domain: string, followed: FollowedCase, deadlineMs: number) {
    const record = await cases.read(followed);
    if (!record || isOver(record.status)) return 'over';
    const places = await deliveries.places({ domain, feed: 'cases', id: record.caseId });
    const untold = places
      .map((place) => ({ place, subjects: untoldSubjects(place.value, personasAt) }))
      .filter(({ place, subjects }) => subjects.length > 0 && !isTooLate(place));
    const asked = new Map<string, Asked>();
    for (const subject of untold.flatMap(({ subjects }) => subjects)) {
      const id = subjectId(subject);
      if (!asked.has(id)) asked.set(id, await ask(domain, subject, deadlineMs));
    }
    const isA = (kind: Asked) => (subject: Subject) => asked.get(subjectId(subject)) === kind;
    const ready = untold.filter(({ subjects }) => subjects.some(isA('known')));
    for (const { place } of ready) await show(place);
    return { told: ready.length, isDone: untold.every(({ subjects }) => subjects.every(isA('unknown'))) };
  }

  const isTooLate = ({ value }: SavedDelivery): boolean =>
    clock.now() - value.handedOverAtMs > PERSONA_WANTED_MS;

  return {
    met(domain, followed) {
      if (domains.includes(domain)) add(domain, followed, new Map());
    },
    part: async (latestMs) => {
      const deadlineMs = Math.min(latestMs, clock.now() + LONGEST_MS);
      let personas = 0;
      for (const domain of rotateStart(domains, clock)) {
        if (clock.now() < deadlineMs) personas += await findIn(domain, deadlineMs);
      }
      return { personas };
    },
  };
}
