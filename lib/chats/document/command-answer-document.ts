import type { SealOf } from '../../base/seal.ts';
import type { AnswerPart, ListedItem } from '../../case/answer-part.ts';
import { type KnownPersona, type PersonaNote, personaTitle, QUIET_PERSONA } from '../../case/persona-note.ts';
import type { Sentence } from '../../case/sentence.ts';
import { type CaseList, splitList, writeCaseList } from './bulk-list.ts';
import { BULK_VERBS } from './bulk-press.ts';
import { bulkLabel } from './bulk-words.ts';
import type { Ways } from './chat-writer.ts';
import type { CommandAnswer } from './command-answer.ts';
import { MORE_VERB, writePage } from './command-page.ts';
import { type Button, type Document, type Group, group, type Item, type Part } from './document.ts';
import { ROOM } from './message-limits.ts';
import { sentencePart } from './spans.ts';
import { huntingGroup } from './threat-documents.ts';

/** The answer to a command: for one person alone, and not kept up to date. `most`: parts that are shown. */
const answerDocument = (
  { title, parts, more, bulk }: CommandAnswer,
  sealOf?: SealOf,
  most: number = parts.length,
): Document => ({
  summary: [title],
  isTyped: true,
  groups: [
    group({ is: 'head', title: sentencePart(title) }),
    ...parts.slice(0, most).map(partGroup),
    ...(most < parts.length ? [LEFT_OUT] : []),
    group({
      is: 'buttons',
      buttons: bulkButtons(bulk ? splitList(bulk.cases) : [], bulk?.onlyFor ?? null, sealOf),
    }),
    group({ is: 'buttons', buttons: moreButtons(more, sealOf) }),
  ],
});

/** The whole answer, or as many of its parts as fit. */
export const answerWays = (answer: CommandAnswer, sealOf?: SealOf): Ways => [
  () => answerDocument(answer, sealOf),
  ...answer.parts.map((_, left) => () => answerDocument(answer, sealOf, answer.parts.length - left - 1)),
];

/** Who a case is about, in its message. */
export const personaGroups = (persona: KnownPersona): readonly Group[] => [
  group({ is: 'line', parts: [sentencePart(personaTitle(persona), 'bold')], gap: 'medium' }),
  ...persona.parts.map(partGroup),
];

/** Who a case is about, in its thread. */
export const personaWays = (note: PersonaNote, quiet: boolean | undefined): Ways => {
  const ways = answerWays({ title: personaTitle(note), parts: note.parts, more: [] });
  return quiet ? ways.map((draw) => () => ({ ...draw(), summary: [[QUIET_PERSONA]] })) : ways;
};

const LEFT_OUT = group({
  is: 'line',
  parts: [[{ ours: '… the rest does not fit here. Look in the platform.', style: 'italic' }]],
});

function partGroup(part: AnswerPart): Group {
  switch (part.is) {
    case 'heading':
      return group({ is: 'line', parts: [sentencePart(part.words, 'bold')], gap: 'medium' });
    case 'lines':
      return group(
        ...part.lines.map(
          (words, at) =>
            ({ is: 'line', parts: [sentencePart(words)], gap: at === 0 ? 'small' : 'none' }) as const,
        ),
      );
    case 'list':
      return group({
        is: 'items',
        items: part.items.map(listedItem),
        ...(part.columns && { table: { caption: part.columns[0] ?? 'List', columns: part.columns } }),
      });
    case 'text':
      return group({ is: 'quote', text: part.text, room: ROOM.summary });
    case 'hunting':
      return huntingGroup(part.queries, part.queries.length);
  }
}

/** What an item is about stands first, and stands out. */
function listedItem({ words, link, cells }: ListedItem): Item {
  const [first, ...rest] = sentencePart(words);
  if (first === undefined || typeof first === 'string') return { parts: [[]] };
  const named = 'said' in first ? ({ ...first, style: 'bold', link } as const) : { ...first, link };
  return {
    parts: [[named, ...rest]],
    ...(cells && { cells: cells.map((cell, at) => cellOf(cell, at, link)) }),
  };
}

const cellOf = (words: Sentence, at: number, link: ListedItem['link']): Part =>
  sentencePart(words).map((span) => (at === 0 && typeof span === 'object' ? { ...span, link } : span));

/** A button for each list of cases that can be decided together. */
export const bulkButtons = (
  lists: readonly CaseList['cases'][],
  onlyFor: CaseList['onlyFor'],
  sealOf?: SealOf,
): readonly Button[] =>
  lists.flatMap((cases, index): readonly Button[] => {
    const value = sealOf ? writeCaseList({ cases, onlyFor }, sealOf) : null;
    const label = bulkLabel(lists, index);
    return value === null ? [] : [{ label, verb: BULK_VERBS.open, value, nth: index + 1 }];
  });

const moreButtons = (more: CommandAnswer['more'], sealOf?: SealOf): readonly Button[] =>
  more.flatMap(({ label, page }, index): readonly Button[] => {
    const value = sealOf ? writePage(page, sealOf) : null;
    return value === null ? [] : [{ label, verb: MORE_VERB, value, nth: index + 1 }];
  });
