import { inWords } from '../../base/text/format.ts';
import { escalationNote } from '../../case/note-keys.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { StepAtPlace } from '../../case/steps-shown-at.ts';
import type { CaseStory } from './case-story.ts';
import type { TrailNote } from './trail-note.ts';

/** `critical financial fraud, David Schwarz`, with the way to it in the platform. */
export type Subject = { readonly said: string; readonly link: string | null };

export const subjectOf = ({ severity, headline, who, link }: CaseStory): Subject => {
  const [first = '', second = ''] = headline;
  // `MFA fatigue` stays as it is.
  const what =
    second === second.toUpperCase() ? headline : first.toLowerCase() + headline.slice(first.length);
  const person = who.name ?? who.email;
  return { said: `${severity ?? ''} ${what}${person ? `, ${person}` : ''}`.trim(), link };
};

/**
 * What the thread of a case tells of its escalation. It says what the case is about, because Slack shows the line in the channel
 * too. If a step brought the case here, its message says so.
 */
export function escalationNotes(
  steps: readonly StepAtPlace[],
  { about, destination }: { readonly about: Subject; readonly destination: string },
): readonly TrailNote[] {
  const sent = new Set([destination]);
  return steps.flatMap(({ n, afterMs, atMs, to, brought }) => {
    const others = to.filter((name) => !sent.has(name));
    for (const name of others) sent.add(name);
    if (brought) return [];
    const silence = `Unacknowledged for ${inWords(afterMs)}`;
    const news: Sentence = [`${silence}: `, about, ...sentTo(others)];
    return [{ key: escalationNote(n), news, atMs, quietNews: [silence], comment: null }];
  });
}

const sentTo = (others: readonly string[]): Sentence =>
  others.length === 0 ? [] : ['. Also sent to ', { said: others.join(', ') }];

/** Why a case is at a destination to which no route sends it at once; null for one that is there from the start. */
export function broughtLine(steps: readonly StepAtPlace[]): string | null {
  const step = steps.find(({ brought }) => brought);
  return step ? `Sent here because it was unacknowledged for ${inWords(step.afterMs)}.` : null;
}
