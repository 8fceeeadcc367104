import type { RateLimit } from '../chats/shared/rate-limit.ts';
import type { Clock } from '../platform/clock.ts';
import type { RowKey, VersionedRow, VersionedRows } from '../platform/versioned-rows.ts';

/** Turns at what a chat allows only so often, shared by all functions. */
export interface Pace {
  /** Waits for our turn; or says when it could be, when that is too far away to wait for. */
  turn(limit: RateLimit, patienceMs: number): Promise<{ readonly waitMs: number } | 'now'>;
  /** Nobody's turn comes before then. */
  close(limit: RateLimit, untilMs: number): Promise<void>;
}

const DAY_MS = 86_400_000;
/** No chat asks for a longer rest. */
const LONGEST_MS = 1_200_000;
/** Each round is a turn that another was quicker to take. */
const MAX_ROUNDS = 20;

/** How far a burst may run ahead of the even rhythm that `nextAtMs` keeps. */
const aheadMs = ({ gapMs, burst = 1 }: RateLimit): number => gapMs * (burst - 1);

type Known = VersionedRow<{ readonly nextAtMs: number }>;

export function createPace({ rows, clock }: { rows: VersionedRows; clock: Clock }): Pace {
  const known = new Map<string, Known>();
  const keyOf = (name: string): RowKey => ({ pk: `pace#${name}`, sk: 'pace' });

  async function read(name: string): Promise<Known> {
    const row = (known.get(name) ?? (await rows.read(keyOf(name)))) as Known | null;
    if (!row) return { version: 0, value: { nextAtMs: 0 } };
    // Too far away to be true: a function whose clock is wrong wrote it.
    return row.value.nextAtMs - clock.now() > LONGEST_MS ? { ...row, value: { nextAtMs: 0 } } : row;
  }

  async function write(name: string, version: number, nextAtMs: number): Promise<boolean> {
    const written = await rows.write(keyOf(name), { nextAtMs }, { version, expiresAtMs: nextAtMs + DAY_MS });
    if (written === null) known.delete(name);
    else known.set(name, { version: written, value: { nextAtMs } });
    return written !== null;
  }

  return {
    async turn(limit, patienceMs) {
      const { name, gapMs } = limit;
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const { version, value } = await read(name);
        const nowMs = clock.now();
        const atMs = Math.max(nowMs, value.nextAtMs - aheadMs(limit));
        if (atMs - nowMs > patienceMs) {
          // What we know may be old, and others may have been sent away since.
          if (!known.delete(name)) return { waitMs: atMs - nowMs };
          continue;
        }
        if (!(await write(name, version, Math.max(nowMs, value.nextAtMs) + gapMs))) continue;
        if (atMs > nowMs) await clock.sleep(atMs - nowMs);
        return 'now';
      }
      return { waitMs: gapMs };
    },
    async close(limit, untilMs) {
      const nextAtMs = Math.min(untilMs, clock.now() + LONGEST_MS / 2) + aheadMs(limit);
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const { version, value } = await read(limit.name);
        if (value.nextAtMs >= nextAtMs || (await write(limit.name, version, nextAtMs))) return;
      }
    },
  };
}
