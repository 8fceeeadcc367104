import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Bridge } from './bridge.ts';
import { DOMAIN } from './config.ts';
import type { FeedTrouble } from './feed-trouble.ts';
import { createFeedJudge } from './judge-feed.ts';
import { sinceMs } from './list-events.ts';
import { LISTS_TROUBLED_MS, type Lists } from './lists.ts';
import type { Surroundings } from './surroundings.ts';
import { type Instance, START, type World } from './world.ts';

const TROUBLED_S = LISTS_TROUBLED_MS / 1000;
/** When it is calm: some polls at once, then around each sweep; in minutes after the trouble. */
const CALM_POLLS = [3, 4, 24, 26, 30, 46, 67, 88];
const LAST_POLLS = [89, 90, 91];
/** Polls that no sweep is due at: what came within the lookback before them, plain polls must have found. */
const PROMPT_POLLS = [4, 30];
/** Until then it is in the channel, a message a second. */
const POSTED_MINUTES = 3;
const CALM_RUN_MS = 50_000;
/** What a function keeps for its last writes. */
const SPARE_MS = 2_000;
/** What a process that was frozen has left before it is ended. */
const THAWED_MS = 5_000;

interface Slot {
  readonly process: Instance;
  readonly handler: ReturnType<Bridge['poll']>;
  runs: number;
  busy: boolean;
}

/** How pollers of such a history are configured. */
export const configOfPollers = (
  { poll, ...config }: BridgeConfig,
  world: World,
  lists: Lists,
): BridgeConfig => ({
  ...config,
  poll: {
    ...poll,
    ...(lists.only && { feeds: [lists.only] }),
    start: lists.start === 'since' ? { since: new Date(sinceMs(lists)).toISOString() } : lists.start,
    ...(world.has('ticks') && { every: lists.ticks.everyMs }),
  },
});
/** Plays pollers and notifiers alone, for an hour and a half in which sweeps come by; what is wrong in the end. */
export async function playFeed(
  around: Pick<Surroundings, 'world' | 'platform' | 'table' | 'slack' | 'receiver' | 'queues'>,
  { bridge, trouble, lists }: { bridge: Bridge; trouble: FeedTrouble; lists: Lists },
): Promise<string[]> {
  const { world } = around;
  const { time, at, has, random, die, isTroubled, say } = world;
  const judge = createFeedJudge(around, lists);
  const clocks = has('clocks') ? [...lists.clocks] : [];
  const slots = new Map<number, Slot>();
  const isFrozen = ({ frozenUntilMs = 0 }: Instance) => frozenUntilMs > time.nowMs;

  /** The process of a slot, unless it is busy. */
  function freeIn(slot: number): Slot | null {
    let known = slots.get(slot);
    // Lambda keeps a process for some minutes only, or less.
    const isCold = !known?.busy && world.chance(lists.cold);
    // A run that does not end does not keep the schedule from starting another process.
    if (!known?.process.alive || isFrozen(known.process) || isCold) {
      const process = world.createInstance('poll');
      const { sleep } = process.clock;
      Object.assign(process, { clock: { now: () => time.nowMs + (clocks[slot] ?? 0), sleep } });
      trouble.own(process);
      known = { process, handler: bridge.poll(process), runs: 0, busy: false };
      slots.set(slot, known);
    }
    return known.busy ? null : known;
  }

  function run(slot: number, event: object, ended = () => {}): boolean {
    const mine = freeIn(slot);
    if (!mine) return false;
    const { process, handler } = mine;
    mine.busy = true;
    const turn = ++mine.runs;
    const deadlineMs = time.nowMs + (isTroubled() ? lists.runMs : CALM_RUN_MS) + SPARE_MS;
    // Lambda ends a function that does not end by itself. One that sleeps with its machine is ended when it wakes.
    const endAt = (atMs: number) =>
      time.schedule(atMs, () => {
        if (isFrozen(process)) endAt((process.frozenUntilMs ?? 0) + THAWED_MS);
        else if (mine.busy && mine.runs === turn && process.alive) void die(process, 'at its timeout');
      });
    endAt(deadlineMs + 1_000);
    const context = { getRemainingTimeInMillis: () => deadlineMs - time.nowMs };
    handler(event, context)
      .catch((error: unknown) => {
        if ('Records' in event) world.wrong.push(`a tick never fails, or it comes back: ${String(error)}`);
        say(() => `${process.name} failed: ${String(error)}`);
      })
      .finally(() => {
        mine.busy = false;
        ended();
      });
    return true;
  }
  const poll = (slot: number) => void run(slot, { domains: [DOMAIN] });
  /** As Lambda does: in the first process that is free. */
  trouble.onTick((bodies, ended) => {
    const event = { Records: bodies.map((body) => ({ body })) };
    for (let slot = 0; slot < Math.max(2, lists.pollers); slot++) if (run(slot, event, ended)) return true;
    return false;
  });

  if (has('clocks'))
    for (const { atMs, slot, aheadMs } of lists.clockChanges)
      at(atMs / 1000, () => {
        clocks[slot] = aheadMs;
      });
  for (let slot = 0; slot < lists.pollers; slot++)
    for (let s = 0; s < TROUBLED_S; s += 60) at(s + random() * 3, () => poll(slot));
  const calmAt = (minutes: number) => TROUBLED_S + minutes * 60;
  const { silence } = lists;
  const isSilent = (s: number) =>
    silence !== null && s * 1000 >= silence.fromMs && s * 1000 < silence.fromMs + silence.forMs;
  // A place that is answered with a 500 is given up in the third poll that finds it so: the others may be silent.
  const last = judge.isEver('broken') ? LAST_POLLS : [];
  for (const s of [...CALM_POLLS, ...last].map(calmAt)) if (!isSilent(s)) at(s, () => poll(0));
  for (const minutes of PROMPT_POLLS) {
    const tooFew = minutes === PROMPT_POLLS[0] && judge.isEver('broken');
    if (!isSilent(calmAt(minutes)) && !tooFew)
      at(calmAt(minutes + POSTED_MINUTES), () =>
        world.wrong.push(...judge.late(START + calmAt(minutes) * 1000)),
      );
  }
  await time.run();
  return judge.all();
}
