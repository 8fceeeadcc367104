import { inWords } from '../../base/text/format.ts';
import { escalationNote } from '../../case/note-keys.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { StepAtPlace } from '../../case/steps-at.ts';
import type { TrailNote } from './plan-thread.ts';

/**
 * What the thread of a case tells of its escalation. It names the case, because Slack shows the line in the channel too.
 * It holds names of the configuration and times, and nothing from an item. If a step brought the case here, its message says so.
 */
export function escalationNotes(
  steps: readonly StepAtPlace[],
  { about, destination }: { readonly about: string; readonly destination: string },
): readonly TrailNote[] {
  const sent = new Set([destination]);
  return steps.flatMap(({ n, afterMs, atMs, to, brought }) => {
    const others = to.filter((name) => !sent.has(name));
    for (const name of others) sent.add(name);
    if (brought) return [];
    const silence = ` for ${inWords(afterMs)}`;
    const news: Sentence = ['Nobody answered ', { said: about }, silence, ...sentTo(others)];
    return [{ key: escalationNote(n), news, atMs, quietNews: [`Nobody answered${silence}`], comment: null }];
  });
}

const sentTo = (others: readonly string[]): Sentence =>
  others.length === 0 ? [] : [', so it was sent to ', { said: others.join(', ') }, ' too'];

/** Why a case is at a destination to which no route sends it at once; null for one that is there from the start. */
export function broughtLine(steps: readonly StepAtPlace[]): string | null {
  const step = steps.find(({ brought }) => brought);
  return step ? `Sent here because nobody answered it for ${inWords(step.afterMs)}.` : null;
}
