import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import type { Judged } from './judged.ts';
import { endedAt, reopenings } from './life.ts';
import type { PlatformCase } from './platform.ts';
import type { Surroundings } from './surroundings.ts';
import { trailIn } from './trail.ts';
import type { World } from './world.ts';

const UNSEEN_MS = 240_000;
const ENDED_WORDS =
  /action taken|action was taken|closed in the platform|recorded|resolved|no longer in the platform/i;
const CORRECTS: readonly string[] = [
  'decision:override',
  'decision:approve',
  'decision:decline',
  'decision:undo',
  'decision:retry',
];

/** What its messages show is true. */
export function judgeMessages(judged: Judged, around: Surroundings): string[] {
  const { one, name, isOpen, own, forgotten } = judged;
  const { slack, teams, world } = around;
  const found: string[] = [];
  const entries = trailIn(around).filter(({ caseId }) => caseId === one.id);
  const correctable = canBeCorrected(one, entries, world);
  for (const post of own) {
    const where = `${name} at ${post.channel}`;
    const buttons = post.buttons
      .map(({ verb }) => verb)
      .filter((verb) => !(correctable && CORRECTS.includes(verb)));
    const isLate = post.postedAtMs > (endedAt(one) ?? Number.POSITIVE_INFINITY);
    if (!isOpen && buttons.length > 0)
      found.push(`what ended has no buttons: ${where}${isLate ? ', posted afterwards,' : ''} has ${buttons}`);
    if (isOpen && post.buttons.length === 0)
      found.push(`what is open can be decided: ${where} has no buttons`);
    const severity = one.severity[0]?.toUpperCase() + one.severity.slice(1);
    if (!forgotten && !post.text.includes(severity))
      found.push(`a message shows how severe it is now: ${where} is ${severity}`);
    const notes = [...slack.posts, ...teams.posts].filter(
      ({ thread, channel }) => thread === post.id && channel === post.channel,
    );
    for (const { text, postedAtMs } of notes)
      if (/No longer in the platform/.test(text) && !wasGone(one, postedAtMs))
        found.push(`only what is gone is said to be gone: ${where}`);
    const end = !isOpen && !one.isGone ? one.state : null;
    // What is to replace a recorded verdict says which one that is.
    const isBeingCorrected = correctable && /wants to change/.test(post.text);
    if (end !== null && !isBeingCorrected && !ENDED_WORDS.test(post.text))
      found.push(`people learn how a case stands: ${where} is ${end}`);
    // Only what is to replace a recorded verdict can still be agreed to.
    if (!isOpen && !correctable && /Needs a second approver/.test(post.text))
      found.push(`what ended waits for nobody: ${where} waits for a second person`);
    const said = notes.map(({ mark }) => mark);
    for (const mark of new Set(said.filter((one, index) => said.indexOf(one) !== index)))
      found.push(
        `nothing twice: under ${where} stands twice ${notes.find((note) => note.mark === mark)?.text.slice(0, 80)}`,
      );
  }
  return found;
}

/**
 * What ended can be corrected only where the bridge itself recorded a verdict since it was last opened. One that was under
 * way without an answer when the case was closed is taken for its own.
 */
function canBeCorrected(one: PlatformCase, entries: readonly AuditEntry[], world: World): boolean {
  const { atMs: openedMs } = reopenings(one, world, UNSEEN_MS);
  if (one.verdicts.some(({ atMs }) => atMs > openedMs)) return true;
  const closedMs = endedAt(one) ?? 0;
  return entries.some(
    ({ what, answer, id, atMs }) =>
      what === 'recorded' &&
      answer?.startsWith('no clear answer') === true &&
      atMs >= closedMs &&
      entries.some((begun) => begun.what === 'posting' && begun.id === id && begun.atMs <= closedMs + 2_000),
  );
}

/** For a quarter of an hour, and a look may have been a little before that. */
const wasGone = ({ log }: PlatformCase, atMs: number): boolean =>
  log.some(
    ({ what, atMs: goneMs }, index) =>
      what === 'vanish' &&
      atMs - goneMs > 14 * 60_000 &&
      !log.slice(index).some((later) => later.what === 'return' && later.atMs < atMs - 120_000),
  );
