import type { Clock } from '../base/clock.ts';
import type { VersionedRow, VersionedRows } from '../base/versioned-rows.ts';
import { paceRow } from '../ledger/bridge-rows.ts';
import type { RateLimit } from './chat-port.ts';

/** Turns at what a chat allows only so often, shared by all functions. */
export interface Pace {
  /** Waits for our turn; or says when it could be, when that is too far away to wait for. */
  turn(
    limit: RateLimit,
    patienceMs: number,
    /** How many we want one after the other, this one included, as far as the caller knows. */
    wanted?: number,
  ): Promise<{ readonly waitMs: number } | 'now'>;
  /** Nobody's turn comes before then. */
  close(limit: RateLimit, untilMs: number): Promise<void>;
}

/** The longest pause that a chat asks for. */
const LONGEST_MS = 1_200_000;
/** Each round is a turn that another was quicker to take. */
const MAX_ROUNDS = 20;
/** How many turns one write may take. Other functions may have to wait for as long. */
const MOST_AT_ONCE = 5;
/** If a chat only complains afterwards, how long a function trusts what it knows of the row. */
const UNCHECKED_MS = 5_000;

/** How far a burst may run ahead of the even rhythm that `nextAtMs` keeps. */
const aheadMs = ({ gapMs, burst = 1 }: RateLimit): number => gapMs * (burst - 1);

type Saved = VersionedRow<{ readonly nextAtMs: number }>;

/** What a function knows of a limit. */
interface Known {
  readonly version: number;
  /** As it stands in the ledger: all turns before it are somebody's. */
  readonly nextAtMs: number;
  /** Our own turns are those from here up to `nextAtMs`. */
  readonly ownFromMs: number;
  /** How many were taken with the last write. */
  readonly turns: number;
  readonly readAtMs: number;
}

/**
 * The row of a limit says when the next turn is. A function takes a turn by moving that time, with a conditional write. One
 * write can take several turns, and the function uses each at its time. A function that crashes wastes its turns, but no two
 * functions ever share one. No function takes more turns than it needs: the next message of the channel may come to another
 * function, which would have to wait.
 */
export function createPace({ rows, clock }: { rows: VersionedRows; clock: Clock }): Pace {
  const all = new Map<string, Known>();

  async function read({ name, gapMs }: RateLimit): Promise<Known> {
    const known = all.get(name);
    const isFresh = known && (gapMs > 0 || clock.now() - known.readAtMs < UNCHECKED_MS);
    if (isFresh && !isTooFar(known.nextAtMs)) return known;
    const row = (await rows.read(paceRow.key(name))) as Saved | null;
    // A function with a wrong clock wrote a time that is too far away.
    const nextAtMs = row && !isTooFar(row.value.nextAtMs) ? row.value.nextAtMs : 0;
    const fresh = {
      version: row?.version ?? 0,
      nextAtMs,
      ownFromMs: nextAtMs,
      turns: 0,
      readAtMs: clock.now(),
    };
    all.set(name, fresh);
    return fresh;
  }
  const isTooFar = (nextAtMs: number): boolean => nextAtMs - clock.now() > LONGEST_MS;

  /** `ownFromMs`: from where on the turns before `nextAtMs` are ours. */
  async function write(
    name: string,
    { version, readAtMs }: Known,
    next: Pick<Known, 'nextAtMs' | 'ownFromMs' | 'turns'>,
  ): Promise<boolean> {
    const { nextAtMs, turns } = next;
    const value = { nextAtMs, turns };
    const written = await rows.write(paceRow.key(name), value, {
      version,
      expiresAtMs: nextAtMs + paceRow.keptMs,
    });
    if (written === null) {
      if (all.get(name)?.version === version) all.delete(name);
    } else all.set(name, { ...next, version: written, readAtMs });
    return written !== null;
  }

  /** The next one is a gap later. One that came late moves those behind it. */
  function use({ name, gapMs }: RateLimit, atMs: number): void {
    const known = all.get(name);
    if (known) all.set(name, { ...known, ownFromMs: Math.max(known.ownFromMs, atMs + gapMs) });
  }

  return {
    async turn(limit, patienceMs, wanted = 1) {
      const { name, gapMs } = limit;
      let atLeast = wanted;
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const wasKnown = all.has(name);
        const found = await read(limit);
        // No await from here until the turn is ours: another task of this function may want one, too.
        const known = all.get(name) ?? found;
        const nowMs = clock.now();
        // What is left of ours may be no whole turn any more: the next one begins with it.
        const baseMs = Math.max(nowMs, known.ownFromMs);
        const isOwn = baseMs + gapMs <= known.nextAtMs;
        const atMs = Math.max(nowMs, baseMs - aheadMs(limit));
        if (atMs - nowMs > patienceMs) {
          // What we know may be old, and others may have been sent away since.
          if (isOwn || !wasKnown) return { waitMs: atMs - nowMs };
          all.delete(name);
          continue;
        }
        if (!isOwn && gapMs > 0) {
          const turns = Math.max(1, Math.min(MOST_AT_ONCE, atLeast));
          const next = { nextAtMs: baseMs + turns * gapMs, ownFromMs: baseMs + gapMs, turns };
          // Where others want turns too, nobody takes many.
          atLeast = 1;
          if (!(await write(name, known, next))) continue;
        }
        // Ours before we sleep: this function may wait for the same channel in another place.
        use(limit, baseMs);
        if (atMs > clock.now()) await clock.sleep(atMs - clock.now());
        use(limit, Math.max(baseMs, clock.now()));
        return 'now';
      }
      return { waitMs: gapMs };
    },
    async close(limit, untilMs) {
      const nextAtMs = Math.min(untilMs, clock.now() + LONGEST_MS / 2) + aheadMs(limit);
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const known = await read(limit);
        // Our own turns before then are given up, too.
        all.set(limit.name, { ...known, ownFromMs: known.nextAtMs, turns: 0 });
        if (known.nextAtMs >= nextAtMs) return;
        if (await write(limit.name, known, { nextAtMs, ownFromMs: nextAtMs, turns: 0 })) return;
      }
    },
  };
}
