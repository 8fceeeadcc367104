import type { TakenStep } from '../../verdict/case-waiting.ts';
import type { Sentence } from './decision-text.ts';
import { type TrailNote, unansweredNote } from './plan-thread.ts';

/** A step that was taken because nobody answered, at one place. */
export interface UnansweredStep extends TakenStep {
  /** The case came to this place with it. */
  readonly brought?: boolean | undefined;
}

/**
 * What the thread of a case tells of them, with the case by its id: Slack shows the line in the channel too. Names of the
 * configuration and times only: nothing that an item says.
 */
export const unansweredNotes = (steps: readonly UnansweredStep[], about: string): readonly TrailNote[] =>
  steps.map((step) => {
    const news: Sentence = [
      'Nobody answered ',
      { said: about },
      ` for ${inWords(step.afterMs)}`,
      ...whereTo(step),
    ];
    return {
      key: unansweredNote(step.n),
      news,
      words: [...news, '  ·  ', { atMs: step.atMs }],
      quietNews: [`Nobody answered for ${inWords(step.afterMs)}`],
      comment: null,
    };
  });

function whereTo({ brought, to }: UnansweredStep): Sentence {
  if (brought) return [', so it was sent here too'];
  return to.length === 0 ? [] : [', so it was sent to ', { said: to.join(', ') }, ' too'];
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** In the largest unit that leaves no fraction. */
function inWords(ms: number): string {
  const [unit, each] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? ['second', 1_000];
  const count = Math.round(ms / each);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
