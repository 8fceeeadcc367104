import type { Hunting } from '../../case/answer-part.ts';
import { kindsOf } from '../../case/evidence.ts';
import type { ThreatStory, ThreatsStory } from './case-story.ts';
import type { Ways } from './chat-writer.ts';
import { type Button, type Document, type Group, group, type Item } from './document.ts';
import { SHOWN_QUERIES } from './how-many-shown.ts';
import { ROOM } from './message-limits.ts';
import { named } from './push-text.ts';
import { shortWho, threatIdPart, whoPart } from './spans.ts';
import { moreSources, openQuery, TO_FIND_IT, threatsTitle } from './texts.ts';

/** A threat that belongs to no posted case: what and who, what kind, and the queries that find its source. */
export const threatDocument = (story: ThreatStory): Document => {
  const { headline, who, summary, source, atMs, hunting, link, quiet } = story;
  return {
    summary: quiet
      ? [['A new threat']]
      : [['Threat: ', ...named(headline, 'without a title')], named(who.name ?? who.email), named(summary)],
    groups: [
      group(
        {
          is: 'head',
          sign: 'threat',
          title: [{ said: headline, room: ROOM.headline, or: 'Threat', link }],
          who: whoPart(who),
        },
        { is: 'line', parts: [[{ said: summary, room: ROOM.summary }]], gap: 'small' },
        {
          is: 'line',
          parts: [
            [{ said: kindsOf(story), room: 2 * ROOM.category }],
            [{ said: source, room: ROOM.source, style: 'italic' }],
            [{ atMs }],
          ],
          gap: 'small',
        },
      ),
      huntingGroup(hunting),
      group({ is: 'id', id: threatIdPart(story) }),
    ],
  };
};

/** How many threats a notification names. */
const NAMED_THREATS = 3;

/** With queries, without queries, and without links too. */
export const threatsWays = (story: ThreatsStory): Ways => [
  () => threatsDocument(story),
  () => threatsDocument(story, 0),
  () => threatsDocument({ ...story, threats: story.threats.map((threat) => ({ ...threat, link: null })) }, 0),
];

/** Threats that are told together: of each what, who, what kind, when and its id; and what finds them in the logs. */
const threatsDocument = (story: ThreatsStory, mostQueries: number = SHOWN_QUERIES): Document => ({
  summary: [
    [threatsTitle(story)],
    ...(story.quiet ? [] : story.threats.slice(0, NAMED_THREATS).map(({ headline }) => named(headline))),
  ],
  groups: [
    group(
      { is: 'head', sign: 'threat', title: [threatsTitle(story)] },
      { is: 'items', items: story.threats.map(threatItem) },
    ),
    huntingGroup(story.hunting, mostQueries),
  ],
});

const threatItem = (story: ThreatStory): Item => {
  const { headline, who, source, atMs, postedAtMs = null, link } = story;
  return {
    parts: [
      [{ said: headline, room: ROOM.short.headline, style: 'bold', or: 'Threat', link }],
      ...shortWho(who),
      [{ said: kindsOf(story), room: ROOM.short.kinds }],
      [{ said: source, room: ROOM.source, style: 'italic' }],
      [{ atMs }],
      ['posted ', { atMs: postedAtMs }],
      threatIdPart(story),
    ],
  };
};

/** Queries, each whole, and buttons that open them. */
export function huntingGroup(all: readonly Hunting[], most: number = SHOWN_QUERIES): Group {
  const shown = all.slice(0, most);
  const left = all.slice(most).reduce((sum, { events }) => sum + events, 0);
  if (shown.length === 0) return group();
  const buttons = shown.flatMap((one, index): readonly Button[] =>
    one.link === null ? [] : [{ label: openQuery(one), url: one.link.url, nth: index + 1 }],
  );
  return group(
    { is: 'caption', words: TO_FIND_IT, gap: 'medium' },
    ...shown.map(({ query }) => ({ is: 'query', query }) as const),
    ...(left > 0 ? [{ is: 'remark', words: moreSources(left), gap: 'none' } as const] : []),
    { is: 'buttons', buttons },
  );
}
