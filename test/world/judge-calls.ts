import { CALLED, CLAIM_S, STEPS_S } from './config.ts';
import { type Judged, wasMovedUnseen } from './judge.ts';
import type { PlatformCase } from './platform.ts';
import type { Surroundings } from './play.ts';

/** So long the bridge may not know yet what became of a case: two looks, and what is under way; more where looks fail. */
const UNKNOWN_MS = { calm: 150_000, troubled: 300_000 };
const STEP_DONE_MS = 300_000;

/** Who is called, and who should have been. */
export function judgeCalls(
  cases: readonly Judged[],
  { world, slack, teams, people: { presses, bulks }, systems, operators }: Surroundings,
): string[] {
  const { history, has, time } = world;
  const found: string[] = [];
  const isBlind = has('outages') && history.outages.some(({ what }) => what === 'api');
  const unknownMs = has('faults') || has('crashes') ? UNKNOWN_MS.troubled : UNKNOWN_MS.calm;
  for (const { one, name, own, isOpen, isSevere, at } of cases) {
    const posts = [...slack.posts, ...teams.posts].filter(
      (post) =>
        own.includes(post) || own.some(({ id, channel }) => post.thread === id && post.channel === channel),
    );
    for (const { calls, postedAtMs, channel } of posts.filter((post) => post.calls.length > 0)) {
      const since = finishedSince(one, postedAtMs);
      if (since !== null && postedAtMs - since > unknownMs && !isBlind)
        found.push(`nobody is called about what is finished: ${name} at ${channel} calls ${calls}`);
    }
    const isTouched =
      presses.some(
        ({ post, atMs, verb }) =>
          own.includes(post) &&
          atMs > reopenedAt(one) &&
          // A claim that ended by itself is no answer.
          !(has('claims') && verb === 'claim:claim' && time.nowMs - atMs > CLAIM_S * 1000 + STEP_DONE_MS),
      ) ||
      bulks.some(({ person }) => person === one.plan.person) ||
      systems.submitted.some((sent) => sent.one === one) ||
      operators.forgotten.length > 0 ||
      wasMovedUnseen(one) ||
      (has('mutes') && history.mutes.length > 0);
    const severeSince =
      one.log.findLast(({ what }) => what !== 'investigate' && what !== 'milder')?.atMs ?? 0;
    if (
      has('escalation') &&
      isOpen &&
      isSevere &&
      !isTouched &&
      at('soc').length > 0 &&
      time.nowMs - severeSince > STEP_DONE_MS
    ) {
      if (!posts.some(({ calls }) => calls.includes(CALLED.step)))
        found.push(`a severe case that nobody answers is called for: ${name} was not`);
      if (at('lead').length === 0)
        found.push(`a severe case that nobody answers is called for: ${name} is not at lead`);
    }
    // What is taken back, declined or handed back waits again.
    const again = presses.filter(
      ({ post, verb }) => own.includes(post) && /undo|decline|claim/.test(verb),
    ).length;
    const fresh =
      1 + again + one.log.filter(({ what }) => ['worse', 'reopen', 'return'].includes(what)).length;
    const worse = one.log.filter(({ what }) => what === 'worse').length;
    for (const post of own) {
      const others = posts.filter(
        ({ thread, calls }) => thread === post.id && calls.some((id) => id !== CALLED.step),
      );
      if (others.length > worse)
        found.push(
          `in threads only steps and worse severities call people: ${name} at ${post.channel} ${others.length} times`,
        );
      const early = posts.find(
        ({ thread, calls, postedAtMs }) =>
          thread === post.id &&
          calls.includes(CALLED.step) &&
          postedAtMs < one.createdMs + STEPS_S.first * 1000,
      );
      if (early) found.push(`nobody is called before it is time: ${name} at ${post.channel}`);
      const steps = posts.filter(({ thread, calls }) => thread === post.id && calls.includes(CALLED.step));
      if (steps.length > fresh)
        found.push(`nothing twice: ${name} is called for ${steps.length} times at ${post.channel}`);
    }
  }
  return found;
}

const reopenedAt = ({ log }: PlatformCase): number =>
  log.findLast(({ what }) => what === 'reopen')?.atMs ?? 0;

/** Since when it was over or decided in the platform, at that moment; null while it was open. */
function finishedSince({ log }: PlatformCase, atMs: number): number | null {
  let since: number | null = null;
  for (const { what, atMs: at } of log) {
    if (at > atMs) break;
    if (['close', 'enforce', 'vanish', 'decided'].includes(what)) since ??= at;
    if (['reopen', 'return'].includes(what)) since = null;
  }
  return since;
}
