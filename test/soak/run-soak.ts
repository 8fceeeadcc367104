import { setTimeout as sleep } from 'node:timers/promises';
import { startAnalysts } from '../support/kill/analysts.ts';
import { createSlackDesk, createTeamsDesk, type Press } from '../support/kill/desks.ts';
import { createRandom } from '../support/random.ts';
import { currentVersion, deploy, openVersions, type Version, withoutLane } from './deployments.ts';
import { type Kind, startFaults } from './faults.ts';
import { belongs, type Judgement, judge } from './judge.ts';
import { growthIn, LOOK_EVERY_MS as MEMORY_EVERY_MS, type Readings, readMemory } from './memory.ts';
import type { Run } from './report.ts';
import { LATE, type SoakWorld, startSoakWorld } from './soak-world.ts';

export interface SoakOptions {
  readonly minutes: number;
  /** Cases a second. */
  readonly rate: number;
  readonly seed: number;
  readonly kinds: readonly Kind[];
  /** A commit whose code is deployed in turn with ours. */
  readonly older?: string;
  /** How many minutes nothing may come to its end before it is given up. */
  readonly patienceMinutes: number;
  readonly say: (line: string) => void;
  /** Told each fault. */
  readonly tell: (line: string) => void;
}

const MINUTE_MS = 60_000;
const PRESS_EVERY_MS = 700;
/** People look at what came last. */
const LOOKED_AT = 30;
/** A poller that was replaced may go on for so long. */
const OLD_POLLER_MS = 65_000;
/** How long all must be well, so that nothing comes a second time. */
const CALM_MS = 20_000;
const LOOK_EVERY_MS = 5_000;
const CLOSING_MS = 20_000;

/** The bridge under load while things go wrong, and then what came of it. */
export async function runSoak(options: SoakOptions): Promise<Run> {
  const { seed, minutes, rate, kinds, say } = options;
  const random = createRandom(seed);
  let onApiCall = (_: string) => {};
  const world = await startSoakWorld(random, (name) => onApiCall(name));
  const versions = await openVersions();
  const presses: Press[] = [];
  const underLoad: Readings = new Map();
  const afterwards: Readings = new Map();
  let [opener, memoryReader]: NodeJS.Timeout[] = [];
  try {
    const current = currentVersion(world.cloud);
    const others = await otherVersions(world, versions, options);
    const desks = [
      createSlackDesk(world.slack, world.slackChannels, LOOKED_AT),
      createTeamsDesk(world.teams, world.teamsChannels, LOOKED_AT),
    ];
    const onPress = (press: Press) => void presses.push(press);
    const analysts = startAnalysts(desks, random, { everyMs: PRESS_EVERY_MS, onPress });
    const faults = startFaults(world, {
      kinds,
      random,
      versions: [...others, current],
      say: options.tell,
    });
    onApiCall = faults.onApiCall;
    const opening: Promise<void>[] = [];
    opener = setInterval(() => opening.push(world.open()), 1_000 / rate);
    memoryReader = setInterval(() => readMemory(world.cloud, underLoad), MEMORY_EVERY_MS);
    const surelyLate = new Set<string>();
    const look = () => judge(world, { presses, must: belongs(surelyLate) });

    for (let minute = 1; minute <= minutes; minute++) {
      await sleep(MINUTE_MS);
      say(`minute ${minute}: ${progress(world, await look(), presses, faults.counts)}`);
    }
    clearInterval(opener);
    clearInterval(memoryReader);
    await analysts.stop();
    await Promise.all(opening);
    await faults.stop();
    await deploy(world.cloud, current, random);
    const stoppedMs = performance.now();
    memoryReader = setInterval(() => readMemory(world.cloud, afterwards), MEMORY_EVERY_MS);
    say('no more faults and no more load: it settles');
    await sleep(kinds.includes('deployments') ? OLD_POLLER_MS : 0);
    const before = world.opened.length;
    await world.openEverywhere();
    for (const { id, lane } of world.opened.slice(before)) if (lane === LATE) surelyLate.add(id);
    const judged = await settle(world, look, options);
    const settledSeconds = (performance.now() - stoppedMs) / 1_000;
    const { counts } = faults;
    const cases = world.opened.length;
    const memory = { underLoad: growthIn(underLoad), afterwards: growthIn(afterwards) };
    return { seed, minutes, settledSeconds, cases, presses: presses.length, faults: counts, judged, memory };
  } finally {
    clearInterval(opener);
    clearInterval(memoryReader);
    await versions.close();
    await Promise.race([world.close().catch(() => undefined), sleep(CLOSING_MS)]);
  }
}

async function otherVersions(
  { config }: SoakWorld,
  versions: Awaited<ReturnType<typeof openVersions>>,
  { kinds, older }: SoakOptions,
): Promise<Version[]> {
  if (!kinds.includes('deployments')) return [];
  const before = withoutLane(config, LATE);
  return [
    await versions.withConfig(before),
    ...(older === undefined ? [] : [await versions.ofCommit(older, before)]),
  ];
}

/** Until all is well for a while, or nothing gets better any more. */
async function settle(
  world: SoakWorld,
  look: () => Promise<Judgement>,
  { patienceMinutes, say }: SoakOptions,
): Promise<Judgement> {
  let [most, mostMs, calmMs, saidMs] = [-1, performance.now(), 0, performance.now()];
  for (;;) {
    const judged = await look();
    const nowMs = performance.now();
    const open = judged.lost.length + judged.clicks.withoutEnd.length + (await atWork(world));
    // What is open may grow for a while: the poller has to catch up too.
    const done = judged.shown.slack + judged.shown.teams + judged.clicks.recorded;
    if (done > most) [most, mostMs] = [done, nowMs];
    calmMs = open === 0 ? calmMs + LOOK_EVERY_MS : 0;
    const given = nowMs - mostMs > patienceMinutes * MINUTE_MS;
    if (calmMs > CALM_MS || given) return judged;
    if (nowMs - saidMs > MINUTE_MS) {
      saidMs = nowMs;
      say(`  ${judged.lost.length} not shown yet, ${judged.clicks.withoutEnd.length} clicks without an end`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** Messages that somebody still has to deal with. Those that are given up are counted elsewhere. */
async function atWork({ cloud }: SoakWorld): Promise<number> {
  const depths = Object.entries(await cloud.queues()).filter(([name]) => !name.includes('DeadLetters'));
  return depths.reduce((sum, [, { waiting, inFlight }]) => sum + waiting + inFlight, 0);
}

const progress = (
  { opened }: SoakWorld,
  { shown, repeated, deadLetters, clicks }: Judgement,
  presses: readonly Press[],
  counts: Readonly<Record<string, number>>,
): string =>
  [
    `${opened.length} cases, ${shown.slack} in Slack, ${shown.teams} in Teams`,
    `${presses.length} clicks, ${clicks.recorded} recorded`,
    `${repeated.length} repeated${repeated.length > 0 ? ` (${repeated.slice(0, 3).join(', ')})` : ''}, ${Object.values(deadLetters).reduce((sum, n) => sum + n, 0)} dead letters`,
    Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(' '),
  ].join('; ');
