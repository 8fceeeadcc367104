import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { ANALYSTS, CALLED, CHANNELS, STEPS_S } from './config.ts';
import type { Judged } from './judged.ts';
import { becameWorse, finishedSince, reopenings } from './life.ts';
import type { PlatformCase } from './platform.ts';
import type { Shown } from './shown.ts';
import type { Surroundings } from './surroundings.ts';
import { answerIn, type StepTaken, stepsIn, trailIn } from './trail.ts';

/** So long the bridge may not know yet what became of a case: two looks, and what is under way; more where looks fail. */
const UNKNOWN_MS = { calm: 150_000, troubled: 300_000 };
const STEP_DONE_MS = 300_000;
/** From the moment a notifier reads what people did until its message stands there. */
const UNDER_WAY_MS = 30_000;
const AFTER_MS: Readonly<Record<number, number>> = {
  1: STEPS_S.first * 1000,
  2: STEPS_S.second * 1000,
};
const BEGINS_ANEW: readonly string[] = ['created', 'worse', 'reopen', 'return'];

/** Who is called, and who should have been. */
export function judgeCalls(cases: readonly Judged[], around: Surroundings): string[] {
  const entries = trailIn(around);
  return cases.flatMap((judged) => {
    const mine = entries.filter(({ caseId }) => caseId === judged.one.id);
    const posts = [...around.slack.posts, ...around.teams.posts].filter(
      ({ thread, channel }) =>
        thread !== null && judged.own.some((post) => post.id === thread && post.channel === channel),
    );
    const about: About = {
      ...{ judged, around, mine, posts, steps: stepsIn(mine) },
      unknownMs:
        around.world.has('faults') || around.world.has('crashes') ? UNKNOWN_MS.troubled : UNKNOWN_MS.calm,
      isBlind: around.world.has('outages') && around.world.history.outages.some(({ what }) => what === 'api'),
    };
    return [
      ...judgeFinished(about),
      ...judgeSteps(about),
      ...judgeCallsOfSteps(about),
      ...judgeWaiting(about),
      ...judgeOthers(about),
    ];
  });
}

interface About {
  readonly judged: Judged;
  readonly around: Surroundings;
  /** What the trail says of the case. */
  readonly mine: readonly AuditEntry[];
  /** In its threads. */
  readonly posts: readonly Shown[];
  readonly steps: readonly StepTaken[];
  readonly unknownMs: number;
  readonly isBlind: boolean;
}

/** Nobody is called about what is over, or about whom everything is forgotten. */
function judgeFinished({ judged: { one, name, own, forgotten }, posts, unknownMs, isBlind }: About) {
  return [...own, ...posts]
    .filter(({ calls }) => calls.length > 0)
    .flatMap(({ calls, postedAtMs, channel }) => {
      const since = finishedSince(one, postedAtMs);
      const where = `${name} at ${channel} calls ${calls}`;
      return [
        ...(since !== null && postedAtMs - since > unknownMs && !isBlind
          ? [`nobody is called about what is finished: ${where}`]
          : []),
        ...(forgotten?.isEarlier && postedAtMs > (forgotten.onceMs ?? postedAtMs) + UNDER_WAY_MS
          ? [`nobody is called about who is forgotten: ${where}`]
          : []),
      ];
    });
}

/** A step is taken when nobody has answered for so long, and once for each time that a case waits. */
function judgeSteps({ judged: { one, name }, mine, steps, unknownMs, isBlind }: About): string[] {
  const found: string[] = [];
  for (const [index, { atMs, step }] of steps.entries()) {
    const which = `step ${step} of ${name}`;
    const begun = one.log.filter(({ what, atMs: at }) => BEGINS_ANEW.includes(what) && at <= atMs);
    const begunMs = begun.at(-1)?.atMs ?? 0;
    // An answer of before counts no more once the case was opened again.
    const openedMs =
      begun.findLast(({ what }) => what === 'reopen' || what === 'return')?.atMs ?? Number.NEGATIVE_INFINITY;
    // What a system decided before the bridge could know that it was opened again is of before, too: see docs/interplay.md.
    const counts = mine.filter(({ by, atMs: at }) => by?.surface !== 'webhook' || at > openedMs + unknownMs);
    const { isAnswered, leftMs, last } = answerIn(counts, openedMs, atMs);
    if (isAnswered) found.push(`nobody is called about what is answered: ${which} after ${last?.what}`);
    const knownMs = isBlind
      ? one.createdMs
      : (begun.findLast(({ what, atMs: at }) => what !== 'return' && at <= atMs - unknownMs)?.atMs ?? 0);
    const fromMs = Math.max(one.createdMs, knownMs, leftMs);
    if (atMs < fromMs + (AFTER_MS[step] ?? 0))
      found.push(
        `nobody is called before it is time: ${which} ${(atMs - fromMs) / 1000} s after ${leftMs === fromMs ? 'it was left' : 'it waits'}`,
      );
    const previous = steps[index - 1];
    // Half of their distance is enough, where the one before it was a little late.
    const apartMs = ((AFTER_MS[step] ?? 0) - (AFTER_MS[previous?.step ?? step] ?? 0)) / 2;
    if (previous && atMs < previous.atMs + apartMs)
      found.push(`nobody is called before it is time: ${which} too soon after step ${previous.step}`);
    const before = steps.slice(0, index).findLast((other) => other.step === step);
    if (before && begunMs < before.atMs - unknownMs && leftMs < before.atMs && !isBlind)
      found.push(`nothing twice: ${which} is taken twice, and nothing happened in between`);
  }
  return found;
}

/** Each step that calls somebody does so wherever the case stands, once; and not where somebody has answered meanwhile. */
function judgeCallsOfSteps({
  judged: { one, name, own, isOpen, forgotten },
  mine,
  posts,
  steps,
}: About): string[] {
  const found: string[] = [];
  const calling = steps.filter(({ step }) => step === 1);
  for (const post of own.filter(({ chat }) => chat === 'slack')) {
    const calls = posts.filter(({ thread, channel, calls: called }) =>
      thread === post.id && channel === post.channel ? called.includes(CALLED.step) : false,
    );
    const where = `${name} at ${post.channel}`;
    for (const { postedAtMs, calls: called } of calls) {
      const taken = calling.findLast(({ atMs }) => atMs <= postedAtMs);
      if (!taken) found.push(`nobody is called before it is time: ${where} without a step`);
      else if (answerIn(mine, taken.atMs, postedAtMs - UNDER_WAY_MS).isAnswered)
        found.push(`nobody is called about what is answered: ${where}`);
      if (called.length > 1) found.push(`a step calls whom it names: ${where} calls ${called}`);
    }
    if (calls.length > calling.length)
      found.push(`nothing twice: ${where} is called for ${calls.length} times in ${calling.length} steps`);
    const last = calling.at(-1);
    const isQuiet =
      last &&
      !one.log.some(({ atMs }) => atMs > last.atMs - STEP_DONE_MS) &&
      !mine.some(({ atMs, n }) => n > 0 && atMs > last.atMs) &&
      post.postedAtMs < last.atMs;
    if (isQuiet && isOpen && !forgotten && !calls.some(({ postedAtMs }) => postedAtMs >= last.atMs))
      found.push(`a step calls whom it names: ${where} calls nobody`);
  }
  return found;
}

/** A severe case that nobody answers is called for, and is brought to the leads. */
function judgeWaiting({ judged, around, mine, posts, steps, unknownMs }: About): string[] {
  const { one, name, isOpen, isSevere, at, own, forgotten } = judged;
  const { world } = around;
  const opened = reopenings(one, world, unknownMs);
  if (!world.has('escalation') || !isOpen || !isSevere || own.length === 0 || opened.isDoubtful) return [];
  if (forgotten) return [];
  const { isAnswered, leftMs, last } = answerIn(mine, opened.atMs, world.time.nowMs);
  // Whoever answered before the bridge knew that it was opened again answered what was before.
  const isEarly = last !== null && opened.atMs > 0 && last.atMs < opened.atMs + unknownMs;
  if (isAnswered || isEarly) return [];
  const begunMs =
    one.log.findLast(
      ({ what, atMs }) =>
        what === 'created' || what === 'reopen' || (what === 'worse' && becameWorse(one, atMs, world)),
    )?.atMs ?? 0;
  const sinceMs = Math.max(begunMs, opened.atMs, leftMs);
  const shownMs = Math.min(...own.map(({ postedAtMs }) => postedAtMs));
  if (world.time.nowMs - Math.max(sinceMs, shownMs, silentUntil(one, around)) < STEP_DONE_MS) return [];
  const found: string[] = [];
  for (const step of [1, 2])
    if (!steps.some((taken) => taken.step === step && taken.atMs > sinceMs))
      found.push(`a severe case that nobody answers is called for: ${name} had no step ${step}`);
  const called = posts.filter(
    ({ channel, calls }) => channel === CHANNELS.soc && calls.includes(CALLED.step),
  );
  if (at('soc').length > 0 && !called.some(({ postedAtMs }) => postedAtMs > sinceMs))
    found.push(`a severe case that nobody answers is called for: ${name} was not`);
  if (at('lead').length === 0)
    found.push(`a severe case that nobody answers is called for: ${name} is not at lead`);
  return found;
}

/** For so long a mute may keep steps silent: what was typed takes a moment, and who ends one early waits for the next look. */
function silentUntil({ plan, severity }: PlatformCase, { world, people }: Surroundings): number {
  const { has, history, time, atS } = world;
  const isApproved = people.presses.some(({ verb }) => verb.startsWith('proposal:mute'));
  if (!has('verdicts') || !has('mutes') || (severity === 'critical' && !isApproved)) return 0;
  const ends = history.mutes
    .filter(({ what }) => what === plan.person || (what >= 3 && plan.type === 1))
    .map((mute) => mute.atS + MUTED_S + (mute.end ? EARLY_S : 0));
  return time.nowMs + (Math.max(0, ...ends) - atS()) * 1000;
}
const MUTED_S = 300 + 60;
const EARLY_S = 900;

/** In threads only steps and worse severities call people, and only whom the routes name. */
function judgeOthers({ judged: { one, name, own }, posts }: About): string[] {
  const found: string[] = [];
  const worse = one.log.filter(({ what }) => what === 'worse').length;
  for (const post of own) {
    const others = posts.filter(
      ({ thread, channel, calls }) =>
        thread === post.id && channel === post.channel && calls.some((id) => id !== CALLED.step),
    );
    const where = `${name} at ${post.channel}`;
    if (others.length > worse)
      found.push(`in threads only steps and worse severities call people: ${where} ${others.length} times`);
    const named: readonly string[] =
      post.channel === CHANNELS.lead ? [CALLED.worse] : post.channel === CHANNELS.soc ? [CALLED.new] : [];
    // Who decided is shown by name.
    const isNamed = (id: string) => named.includes(id) || ANALYSTS.some(({ slack }) => slack === id);
    const wrong = [post, ...others].flatMap(({ calls }) => calls).filter((id) => !isNamed(id));
    if (wrong.length > 0) found.push(`routes call whom they name: ${where} calls ${wrong}`);
  }
  return found;
}
