import { type Fields, isFields, walk } from '../../stand-in-kit/fields.ts';
import { CARD, VERSION } from './elements.ts';
import { kindOf, listOf, needed, oneOf, record, shape, since, text, words } from './rules.ts';
import { inputsOf } from './walk-card.ts';

export const CARD_TYPE = 'application/vnd.microsoft.card.adaptive';
/** Teams shows this many and hides the rest. */
export const MOST_ACTIONS = 6;
const MOST_REFRESHED_FOR = 60;

const mention = shape({
  type: needed(oneOf('mention')),
  text: needed(words),
  mentioned: needed(shape({ id: needed(words), name: needed(text), type: oneOf('tag') })),
});

const OUTERMOST = kindOf(() => ({
  AdaptiveCard: {
    properties: {
      ...CARD,
      version: needed(VERSION),
      refresh: since('1.4', shape({ action: needed(record), userIds: listOf(words) })),
      msteams: shape({ width: oneOf('Full'), entities: listOf(mention) }),
    },
  },
}));

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** Rules across several elements. Fallbacks for older clients are not part of the card. */
const checkTogether = (card: Fields, report: (at: string, problem: string) => void): void => {
  const ids: string[] = [];
  for (const [fields, at] of walk(card)) {
    if (at.includes('/fallback') || at.includes('/data')) continue;
    const type = String(fields.type);
    if (typeof fields.id === 'string' && !type.startsWith('Action.') && !at.includes('/entities'))
      ids.push(fields.id);
    const shown = (Array.isArray(fields.actions) ? fields.actions : []).filter(
      (action) => isFields(action) && action.mode !== 'secondary',
    );
    if (shown.length > MOST_ACTIONS) report(`${at}/actions`, `shows more than ${MOST_ACTIONS} actions`);
    if (type === 'Action.ShowCard' && at.split('/card').length > 1)
      report(at, 'a card that opens inside another opens no further one');
  }
  const texts = [...walk(card)].flatMap(([fields]) =>
    fields.type === 'TextBlock' ? String(fields.text) : [],
  );
  const { entities = [] } = (card.msteams ?? {}) as { entities?: readonly { text: string }[] };
  for (const [index, entity] of entities.entries())
    if (!texts.some((text) => text.includes(entity.text)))
      report(`/msteams/entities/${index}`, 'stands in no TextBlock of the card');
  for (const id of repeated(ids)) report('', `the id "${id}" is used twice`);
  const inputs = new Set(inputsOf(card).map((input) => String(input.id)));
  for (const [fields, at] of walk(card)) {
    const data = /^Action\.(?:Execute|Submit)$/.test(String(fields.type)) ? fields.data : undefined;
    // The client decides which of the two would win.
    for (const key of isFields(data) ? Object.keys(data) : [])
      if (inputs.has(key)) report(`${at}/data/${key}`, 'is the id of an input too');
  }
};

/** What is wrong with the card, one line each; empty if it is fine. */
export const checkCard = (card: unknown): string[] => {
  const problems: string[] = [];
  const report = (at: string, problem: string): void => {
    problems.push(`${at === '' ? '/' : at}: ${problem}.`);
  };
  const version = isFields(card) && typeof card.version === 'string' ? card.version : '1.5';
  OUTERMOST(card, '', { version, report });
  if (problems.length > 0 || !isFields(card)) return problems;
  checkTogether(card, report);
  const refresh = card.refresh as { action: Fields; userIds?: string[] } | undefined;
  if (refresh !== undefined && refresh.action.type !== 'Action.Execute')
    report('/refresh/action', 'must be an Action.Execute');
  if ((refresh?.userIds?.length ?? 0) > MOST_REFRESHED_FOR)
    report('/refresh/userIds', `names more than ${MOST_REFRESHED_FOR} people`);
  return problems;
};
