import type { Hunting } from '../../case/answer-part.ts';
import { SHOWN_QUERIES } from '../shared/message-limits.ts';
import { moreSources, openQuery, TO_FIND_IT } from '../shared/texts.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock } from './message.ts';
import { ours, plain, preformatted, richText, section } from './render-blocks.ts';

/** Queries, each whole and with a button to copy it; and buttons that open them. */
export function renderHunting(all: readonly Hunting[], most: number = SHOWN_QUERIES): readonly SlackBlock[] {
  const shown = all.slice(0, most);
  const left = all.slice(most).reduce((sum, { events }) => sum + events, 0);
  if (shown.length === 0) return [];
  return [
    ...richText([
      section([[ours(TO_FIND_IT, { bold: true })]]),
      ...shown.map(({ query }) => preformatted(query)),
      section(left > 0 ? [[ours(moreSources(left), { italic: true })]] : []),
    ]),
    ...openRow(shown),
  ];
}

/** Slack tells the bridge of a press on these too, which is nothing to it. */
function openRow(shown: readonly Hunting[]): readonly SlackBlock[] {
  const elements = shown.flatMap((one, index) =>
    one.link === null
      ? []
      : [
          {
            type: 'button',
            text: plain(openQuery(one), LIMITS.buttonText),
            action_id: `open:${index + 1}`,
            url: one.link.url,
          },
        ],
  );
  return elements.length === 0 ? [] : [{ type: 'actions', elements }];
}
