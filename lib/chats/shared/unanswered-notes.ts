import type { TakenStep } from '../../verdict/case-waiting.ts';
import type { Sentence } from './decision-text.ts';
import { inWords } from './format.ts';
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
