import type { HttpPorts } from '../../lib/compose/ports.ts';
import { archiveTheDay } from './archive.ts';
import { createBridge } from './bridge.ts';
import { configFor, DOMAIN } from './config.ts';
import { createFeedTrouble } from './feed-trouble.ts';
import { type History, isFeedOnly, type PlannedCase, TROUBLE_S } from './history.ts';
import { judge } from './judge.ts';
import { scheduleLists } from './list-events.ts';
import type { Lists } from './lists.ts';
import { createOperators } from './operators.ts';
import { createPeople } from './people.ts';
import { PLAIN, type Plant } from './plant.ts';
import { configOfPollers, playFeed } from './play-feed.ts';
import { createRollOut, type RollOut, type Version } from './roll-out.ts';
import { runQueue } from './run-queue.ts';
import { type Acting, surround } from './surroundings.ts';
import { createSystems } from './systems.ts';
import { withoutTimers } from './virtual-time.ts';
import { createWorld, type Instance, type World } from './world.ts';

export interface Played {
  /** What must not be. Empty when all is well. */
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * The trouble and a while to come to rest; longer where something is not as it should be yet, as after a long pause. The longer,
 * the more seldom functions run: what is left to happen waits for an hour and not for a minute.
 */
const STAGES = [
  { untilS: TROUBLE_S + 120, everyS: 60 },
  { untilS: TROUBLE_S + 240, everyS: 60 },
  { untilS: TROUBLE_S + 600, everyS: 90 },
  { untilS: TROUBLE_S + 1_680, everyS: 150 },
  { untilS: TROUBLE_S + 4_080, everyS: 300 },
  { untilS: TROUBLE_S + 16_080, everyS: 800 },
];
const RUN_S = 55;

/** Plays one history with all functions of the bridge, and judges what people see in the end. */
export const playHistory = (history: History, tell = false, plant: Plant = PLAIN): Promise<Played> =>
  withoutTimers(() => play(history, tell, plant));

async function play(history: History, tell: boolean, plant: Plant): Promise<Played> {
  const world = createWorld(history, tell);
  const { at, time, wrong, story, counts, count } = world;
  const surroundings = surround(world);
  const { queues } = surroundings;
  scheduleLists(world, surroundings.platform);
  if (history.lists && isFeedOnly(history)) {
    const found = await playPollers(surroundings, history.lists, plant);
    return { wrong: [...wrong, ...found], story, counts };
  }
  const config = plant.config?.(configFor(history.capabilities)) ?? configFor(history.capabilities);
  const around = { ...surroundings, plant: plant.ports ?? ((ports: HttpPorts) => ports) };
  const bridge = createBridge(around, config);
  const rollOut = createRollOut(world, around, bridge);
  feed(world, queues, rollOut);
  const people = createPeople({ ...surroundings, rollOut });
  const systems = createSystems(world, rollOut, surroundings.receiver);
  const operators = createOperators(world, bridge, around.keys);
  schedule(world, surroundings, { people, systems, operators });
  const every = (name: 'poll' | 'reconcile', event: object) => {
    let warm: {
      readonly process: Instance;
      readonly handler: (event: never, context: never) => Promise<void>;
      readonly version: Version;
    } | null = null;
    return () => {
      const version = rollOut.deployed(name);
      if (!warm?.process.alive || warm.version !== version) {
        const process = world.createInstance(name);
        warm = { process, handler: rollOut.of(name)[name](process), version };
      }
      const { process, handler } = warm;
      const deadlineMs = time.nowMs + RUN_S * 1000;
      const context = { getRemainingTimeInMillis: () => deadlineMs - time.nowMs };
      handler(event as never, context as never).catch((error: unknown) =>
        world.say(() => `${process.name} failed: ${String(error)}`),
      );
    };
  };
  const poll = every('poll', { domains: [DOMAIN] });
  const reconcile = every('reconcile', {});
  const findings = () => judge({ ...surroundings, people, systems, operators });
  let fromS = 0;
  let found: string[] = [];
  for (const { untilS, everyS } of STAGES) {
    for (let s = fromS; s < untilS; s += everyS) {
      at(s + 1, poll);
      at(s + 31, reconcile);
    }
    fromS = untilS;
    await time.run();
    found = await findings();
    if (found.length === 0 && untilS >= atLeastS(history)) break;
    count('went on');
  }
  if (found.length === 0 && world.has('verdicts') && history.seed % 4 === 2) {
    count('archived');
    found = await archiveTheDay({ ...surroundings, people, systems, operators }, bridge);
  }
  count('calls', world.calls());
  count('steps', time.steps);
  return { wrong: [...wrong, ...found], story, counts };
}

/** Pollers and notifiers alone, with what only they meet. */
async function playPollers(
  surroundings: ReturnType<typeof surround>,
  lists: Lists,
  plant: Plant,
): Promise<string[]> {
  const { world, queues } = surroundings;
  const { history, count, time } = world;
  const trouble = createFeedTrouble(world, lists);
  const config = configOfPollers(configFor(history.capabilities), world, lists);
  const ports = (given: HttpPorts, kind: string) => {
    const troubled = trouble.ports(given, kind);
    return plant.ports?.(troubled, kind) ?? troubled;
  };
  const around = { ...surroundings, plant: ports };
  const bridge = createBridge(around, plant.config?.(config) ?? config);
  feed(world, queues, createRollOut(world, around, bridge));
  const found = await playFeed(surroundings, { bridge, trouble, lists });
  count('histories of pollers alone');
  count('calls', world.calls());
  count('steps', time.steps);
  return found;
}

/** Some go on, whatever stands there: something may be done once too often. */
function atLeastS({ seed, capabilities, moves, mutes }: History): number {
  // It takes a quarter of an hour until the platform is believed that a case is gone.
  const isGone = capabilities.includes('lifecycle') && moves.some(({ to }) => to === 'vanish');
  if (isGone && seed % 4 === 0) return TROUBLE_S + 1_680;
  // Until a mute is over, it may keep steps silent.
  const isSilent = ['escalation', 'verdicts', 'mutes'].every((one) => capabilities.includes(one as never));
  if (isSilent && mutes.length > 0) return TROUBLE_S + 600;
  return seed % 4 === 1 ? TROUBLE_S + 480 : 0;
}

/** Each queue feeds its function. */
function feed(world: World, queues: ReturnType<typeof surround>['queues'], rollOut: RollOut): void {
  for (const kind of ['slack', 'teams', 'webhook', 'verdict'] as const)
    runQueue(
      world,
      queues[kind],
      kind,
      (process) => rollOut.of(kind)[kind](process),
      () => rollOut.deployed(kind),
    );
}

/** What the history says that happens around the bridge. */
function schedule(
  { history, has, at }: World,
  { platform, queues }: ReturnType<typeof surround>,
  { people, systems, operators }: Acting,
): void {
  const cases = history.cases.toSorted((a, b) => a.atS - b.atS);
  // Once all functions are of the later version, what is new goes wherever that sends it.
  const late = has('rolling') ? [{ ...(cases[0] as PlannedCase), atS: TROUBLE_S + 20 }] : [];
  for (const plan of [...cases, ...late]) at(plan.atS, () => platform.create(plan));
  if (has('threats'))
    for (const { atS, ofCase } of history.threats) at(atS, () => platform.createThreat(ofCase));
  if (has('lifecycle'))
    for (const { afterS, which, to } of history.moves)
      at((cases[which % cases.length]?.atS ?? 0) + afterS, () => platform.move(which % cases.length, to));
  if (has('verdicts')) for (const click of history.clicks) at(click.atS, () => people.click(click));
  if (has('verdicts') && has('mutes'))
    for (const mute of history.mutes) at(mute.atS, () => people.mute(mute));
  if (has('verdicts') && has('bulk'))
    for (const bulk of history.bulks) at(bulk.atS, () => people.decideAll(bulk));
  if (has('webhook') && has('verdicts') && has('systems'))
    for (const one of history.submissions)
      at((cases[one.which % cases.length]?.atS ?? 0) + 60 + one.afterS, () =>
        systems.submit(one, platform.cases[one.which % cases.length]),
      );
  if (has('forget') && history.forget) {
    const { atS, person } = history.forget;
    at(atS, () => operators.forget(person));
  }
  if (has('purges'))
    for (const { atS, queue } of history.purges) at(atS, () => Object.values(queues)[queue % 4]?.purge());
}
