import type { Hunting } from '../../case/answer-part.ts';
import { SHOWN_QUERIES } from '../shared/message-limits.ts';
import { moreSources, openQuery, TO_FIND_IT } from '../shared/texts.ts';
import { caption, note, openAction, ours, rich } from './blocks.ts';
import type { CardNode } from './message.ts';

/** Queries, each whole. */
export function renderHunting(all: readonly Hunting[], most: number = SHOWN_QUERIES): readonly CardNode[] {
  const left = all.slice(most).reduce((sum, { events }) => sum + events, 0);
  if (all.length === 0 || most === 0) return [];
  return [
    ...caption(TO_FIND_IT, { weight: 'bolder', spacing: 'medium' }),
    ...all
      .slice(0, most)
      .flatMap(({ query }) => rich([ours(query, { fontType: 'monospace' })], { spacing: 'small' })),
    ...note(left > 0 ? moreSources(left) : null),
  ];
}

/** Buttons that open them. */
export const huntingActions = (all: readonly Hunting[], most: number = SHOWN_QUERIES): readonly CardNode[] =>
  all.slice(0, most).flatMap((one) => (one.link === null ? [] : [openAction(openQuery(one), one.link.url)]));
