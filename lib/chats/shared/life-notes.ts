import type { Answer } from '../../case/answer.ts';
import { isOver, type StatusChange } from '../../case/case-record.ts';
import { followsFrom } from '../../verdict/follows-from.ts';
import { type ShownLife, STATE_WORDS } from './case-state.ts';
import type { Sentence } from './decision-text.ts';
import type { TrailNote } from './plan-thread.ts';

const LIFE = 'life:';

/** What the thread of a case tells of them. Words of ours and times only: nothing that an item says. */
export const lifeNotes = (
  { changes }: Pick<ShownLife, 'changes'>,
  answer: Answer | null,
  about: string | null,
): readonly TrailNote[] =>
  changes
    .filter((change) => !followsFrom(answer, change))
    .map((change) => {
      const quietNews: Sentence = [newsOf(change)];
      const news: Sentence = [...quietNews, ...(about ? [`, ${about}`] : [])];
      const words: Sentence = [...news, '  ·  ', { atMs: change.atMs }];
      return { key: `${LIFE}${change.n}`, news, words, quietNews, comment: null };
    });

function newsOf({ from, to }: StatusChange): string {
  if (to === 'closed') return 'Closed in the platform';
  if (to === 'vanished') return 'The platform does not list it any more';
  if (to === 'enforced' && !isOver(from)) return 'Action was taken in the platform';
  const now = STATE_WORDS[to];
  if (from === 'vanished') return `The platform lists it again: ${now}`;
  return from === 'closed' ? `Opened again in the platform: ${now}` : `Now ${now} in the platform`;
}
