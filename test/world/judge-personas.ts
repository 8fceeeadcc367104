import { CHANNELS } from './config.ts';
import type { Judged } from './judged.ts';
import { PEOPLE, personOf } from './platform.ts';
import { settledS } from './roll-out.ts';
import type { Surroundings } from './surroundings.ts';
import { START } from './world.ts';

/** So long a case may wait for the note; where the platform did not answer, nobody asks for a while. */
const TOLD_MS = { calm: 200_000, troubled: 900_000 };
const UNDER_WAY_MS = 30_000;
const WHO = 'The work of ';

/** The message of an open case or its thread says who it is about, once at each place, and nothing of anybody else. */
export function judgePersonas({ one, name, own, isOpen, forgotten }: Judged, around: Surroundings): string[] {
  const { world, slack, teams, platform } = around;
  const { has, history, time } = world;
  const found: string[] = [];
  const isTroubled = ['faults', 'crashes', 'outages', 'purges', 'rolling'].some((it) => has(it as never));
  const toldMs = isTroubled ? TOLD_MS.troubled : TOLD_MS.calm;
  // A version that knows nothing of personas has looked at it, and the next one looks at those of the last day.
  const fromMs = has('rolling') ? START + settledS(history) * 1000 : 0;
  const whose = personOf(PEOPLE[one.plan.person] ?? '');
  for (const post of own) {
    const where = `${name} at ${post.channel}`;
    const notes = [...slack.posts, ...teams.posts].filter(
      ({ thread, channel, text }) => thread === post.id && channel === post.channel && text.includes(WHO),
    );
    const said = post.first?.text ?? '';
    // One that was found after a crash says it, or no longer does, with the update that follows.
    const lastWhole = post.texts.findLast((text) => text.includes(platform.briefOf(one)));
    const isInMessage = [lastWhole ?? said, post.text].some((text) => text.includes(WHO));
    const told = [
      ...notes.map(({ text }) => text),
      ...[said, post.text].filter((text) => text.includes(WHO)),
    ];
    if (!has('personas') && told.length > 0)
      found.push(`nobody is described unless that is wanted: ${where}`);
    const times = notes.length + (isInMessage ? 1 : 0);
    if (times > 1) found.push(`nothing twice: ${where} says ${times} times who it is about`);
    if (told.some((text) => !text.includes(`${WHO}${whose}.`)))
      found.push(`a case says who it is about, and not who others are: ${where}`);
    const { onceMs } = forgotten ?? {};
    if (forgotten?.isEarlier && onceMs && notes.some((note) => note.postedAtMs > onceMs + UNDER_WAY_MS))
      found.push(`who is forgotten stays forgotten: ${where} says who it is about`);
    const isWhole = post.text.includes(platform.briefOf(one));
    if (isInMessage && isWhole && !post.text.includes(WHO))
      found.push(`what a message says of people stays in it: ${where} lost it`);
    if (forgotten?.isEarlier && !isWhole && post.text.includes(WHO))
      found.push(`who is forgotten stays forgotten: the message of ${where} says who it is about`);
    const sinceMs = Math.max(post.postedAtMs, fromMs, ...one.log.map(({ atMs }) => atMs));
    const isOwed = has('personas') && isOpen && !forgotten && post.channel !== CHANNELS.ops;
    if (isOwed && times === 0 && time.nowMs - sinceMs > toldMs)
      found.push(`a case says who it is about: ${where} does not`);
  }
  return found;
}
