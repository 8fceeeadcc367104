import { channelOf, teamsChannelOf } from '../../support/bridge/places.ts';
import { createSlackDesk, createTeamsDesk, type Press } from '../../support/kill/desks.ts';
import { createRandom, pick } from '../../support/random.ts';
import { type Judgement, judge } from '../judge.ts';
import { type Death, type KillWorld, LANE, startKillWorld } from './kill-world.ts';

export interface KillHistory {
  readonly seed: number;
  /** How long everything died. */
  readonly minutes: number;
  readonly kills: number;
  readonly cases: number;
  readonly clicks: number;
  readonly verdicts: number;
  readonly lost: readonly string[];
  readonly twice: readonly string[];
  readonly verdictsTwice: readonly string[];
  readonly withoutEnd: readonly string[];
  readonly deadLetters: number;
  /** Where somebody died, and how often. */
  readonly diedAt: Readonly<Record<string, number>>;
  /** Where somebody could have died. */
  readonly seen: readonly string[];
  /** Where they were to die before others. */
  readonly wanted: readonly string[];
  /** Whether whole processes were killed, and not lives within them. */
  readonly isWhole: boolean;
}

/** What is there at the first look is not news. */
const MINUTES_BEFORE = 2;
const CASES_BEFORE = 3;
/** How likely there is a new one in a minute. */
const NEW_CASE = 0.3;
const LOOKED_AT = 20;
/** What a dead function held comes back after six minutes, and a verdict looks twice before it gives up. */
const MOST_MINUTES_AFTER = 60;
const MINUTES_AT_REST = 10;

/** One world: cases come and people press while everything dies, and then what came of it when nothing dies any more. */
export async function playKills(
  seed: number,
  minutes: number,
  wanted: readonly string[],
  isWhole: boolean,
): Promise<KillHistory> {
  const random = createRandom(seed);
  const world = await startKillWorld(seed, wanted, isWhole);
  const presses: Press[] = [];
  try {
    for (let minute = 0; minute < MINUTES_BEFORE; minute++) await world.minute();
    // Some stand there already, so that people have something to press.
    await world.open(CASES_BEFORE);
    for (let minute = 0; minute < MINUTES_BEFORE; minute++) await world.minute();
    world.turn(true);
    for (let minute = 0; minute < minutes; minute++) {
      await world.open(random() < NEW_CASE ? 1 : 0);
      await press(world, random, presses);
      await world.minute();
    }
    world.turn(false);
    const look = () => judge(world, { presses, must: () => true });
    let judged = await look();
    let isResting = await isAtRest(world, judged);
    for (let minute = 0; minute < MOST_MINUTES_AFTER && !isResting; minute++) {
      await world.minute();
      judged = await look();
      isResting = await isAtRest(world, judged);
    }
    // A look that comes later may repeat something.
    for (let minute = 0; minute < MINUTES_AT_REST; minute++) await world.minute();
    judged = await look();
    const { recordedTwice: verdictsTwice, clicks, lost, repeated, postedAgain, deadLetters } = judged;
    return {
      seed,
      minutes,
      kills: world.deaths.length,
      cases: world.opened.length,
      clicks: presses.length,
      verdicts: clicks.recorded,
      lost,
      // With the right to read nobody has to post again without looking.
      twice: [...repeated, ...postedAgain],
      verdictsTwice,
      withoutEnd: [
        ...clicks.withoutEnd,
        ...(isResting ? [] : [`there is still work after ${MOST_MINUTES_AFTER} minutes`]),
      ],
      deadLetters: Object.values(deadLetters).reduce((sum, count) => sum + count, 0),
      diedAt: tally(world.deaths),
      wanted,
      isWhole,
      seen: [...new Set(world.deaths.flatMap(({ who, seen }) => seen.map((at) => `${who}: ${at}`)))].sort(),
    };
  } finally {
    await world.stop();
  }
}

/** Somebody in each chat presses what they see. Whoever is told that it did not work presses again in the next minute. */
async function press(world: KillWorld, random: () => number, presses: Press[]): Promise<void> {
  const desks = [
    createSlackDesk(world.slack, [channelOf(LANE)], LOOKED_AT),
    createTeamsDesk(world.teams, [teamsChannelOf(LANE)], LOOKED_AT),
  ];
  for (const desk of desks) {
    const pressed = await pick(random, desk.open())?.press(random);
    if (pressed) presses.push(pressed);
  }
}

async function isAtRest({ cloud }: KillWorld, { lost, clicks }: Judgement): Promise<boolean> {
  const depths = Object.entries(await cloud.queues()).filter(([name]) => !name.includes('DeadLetters'));
  const waiting = depths.reduce((sum, [, one]) => sum + one.waiting + one.inFlight + one.delayed, 0);
  return lost.length + clicks.withoutEnd.length + waiting === 0;
}

function tally(deaths: readonly Death[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { who, at } of deaths) counts[`${who}: ${at}`] = (counts[`${who}: ${at}`] ?? 0) + 1;
  return counts;
}
