import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../support/random.ts';
import type { Trip } from './latency-trip.ts';
import { type LatencyWorld, startLatencyWorld } from './latency-world.ts';
import { CHATS, type Chat } from './watch-cases.ts';

export const RHYTHMS = ['5s', '60s'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

export interface RunOptions {
  readonly every: Rhythm;
  readonly cases: number;
  readonly minutes: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

const MINUTE_MS = 60_000;
/** How long analysts look at a case before they decide. */
const LOOK_MS = [3_000, 20_000] as const;
/** How long nothing may happen at the end, besides the wait for a poll, before the rest is given up. */
const PATIENCE_MS = 90_000;
/** Ending a world that is at work takes a moment, and must not take longer. */
const CLOSING_MS = 20_000;

/** Opens cases at random moments, has each decided once, and says when what happened to each. */
export async function runLatency(options: RunOptions): Promise<readonly Trip[]> {
  const random = createRandom(options.seed);
  const world = await startLatencyWorld(options.every, random);
  try {
    const clicking = startAnalysts(world, random, options.say);
    await openCases(world, random, options);
    await settle(world, options);
    await Promise.all(clicking);
    await world.readVerdicts();
    const clicks = [...world.trips.values()].flatMap(({ click }) => (click ? [click] : []));
    const again = clicks.filter(({ presses }) => presses > 1).length;
    if (again > 0) options.say(`${again} of ${clicks.length} verdicts were pressed again`);
    return [...world.trips.values()];
  } finally {
    await Promise.race([world.close().catch(() => undefined), sleep(CLOSING_MS)]);
  }
}

/** At moments that have nothing to do with each other, nor with the polls. */
async function openCases(world: LatencyWorld, random: () => number, options: RunOptions): Promise<void> {
  const { cases, minutes, say } = options;
  const startedMs = performance.now();
  const moments = Array.from({ length: cases }, () => random() * minutes * MINUTE_MS).toSorted(
    (a, b) => a - b,
  );
  const telling = setInterval(() => say(progress(world)), MINUTE_MS);
  try {
    for (const moment of moments) {
      await sleep(Math.max(0, startedMs + moment - performance.now()));
      await world.open();
    }
  } finally {
    clearInterval(telling);
  }
}

/** Every case is decided once, in the chats by turns, a while after it was shown there. */
function startAnalysts(
  world: LatencyWorld,
  random: () => number,
  say: (line: string) => void,
): Promise<void>[] {
  const clicking: Promise<void>[] = [];
  const placeOf = (trip: Trip): Chat => CHATS[Number.parseInt(trip.caseId.slice(0, 2), 16) % 2] ?? 'slack';
  const [least, most] = LOOK_MS;
  world.onShown((trip, seen) => {
    if (seen.chat !== placeOf(trip)) return;
    const deciding = sleep(least + random() * (most - least))
      .then(() => world.decide(trip, seen))
      .catch((problem: unknown) => say(`a click was not possible: ${String(problem)}`));
    clicking.push(deciding);
  });
  return clicking;
}

const isOver = ({ arrivals, click }: Trip): boolean =>
  CHATS.every((chat) => arrivals[chat].postedMs !== undefined && click?.shownMs[chat] !== undefined);

/** Until everything has arrived, or nothing does any more. */
async function settle(world: LatencyWorld, { every, say }: RunOptions): Promise<void> {
  const patienceMs = PATIENCE_MS + Number.parseInt(every, 10) * 1_000;
  let [last, sinceMs] = ['', performance.now()];
  while (![...world.trips.values()].every(isOver)) {
    await sleep(500);
    const now = progress(world);
    if (now !== last) [last, sinceMs] = [now, performance.now()];
    if (performance.now() - sinceMs > patienceMs) return say(`given up: ${now}`);
  }
}

function progress({ trips }: LatencyWorld): string {
  const all = [...trips.values()];
  const posted = CHATS.map(
    (chat) => all.filter(({ arrivals }) => arrivals[chat].postedMs !== undefined).length,
  );
  const clicked = all.filter(({ click }) => click?.answeredMs !== undefined).length;
  const shown = all.filter(({ click }) => click && click.shownMs[click.chat] !== undefined).length;
  return `${all.length} cases, ${posted[0]} in Slack, ${posted[1]} in Teams; ${clicked} clicks answered, ${shown} shown as recorded`;
}
