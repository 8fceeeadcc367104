import { type Fields, isFields } from '../../stand-in-kit/fields.ts';

/** An action, and the cards around it, innermost last. */
export type PlacedAction = { readonly action: Fields; readonly cards: readonly Fields[] };

const listed = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** The elements inside this one, but not those of a card that it opens. */
const inside = (fields: Fields): Fields[] => [
  ...listed(fields.body),
  ...listed(fields.items),
  ...listed(fields.columns),
];

function* elementsOf(fields: Fields): Generator<Fields> {
  for (const element of inside(fields)) {
    yield element;
    yield* elementsOf(element);
  }
}

const isInput = ({ type }: Fields): boolean => String(type).startsWith('Input.');

/** The inputs that a person sees with this card, without those of cards that it opens. */
export const ownInputs = (card: Fields): Fields[] => [...elementsOf(card)].filter(isInput);

const ownActions = (card: Fields): Fields[] => {
  const all = [card, ...elementsOf(card)];
  const runs = all.flatMap(({ inlines }) => listed(inlines));
  const clicked = [...all, ...runs].flatMap(({ selectAction }) =>
    isFields(selectAction) ? [selectAction] : [],
  );
  return [...all.flatMap(({ actions }) => listed(actions)), ...clicked];
};

/** Every action on the card and on the cards it opens. */
export const actionsOf = (card: Fields, around: readonly Fields[] = []): PlacedAction[] => {
  const cards = [...around, card];
  return ownActions(card).flatMap((action) => [
    { action, cards },
    ...(isFields(action.card) ? actionsOf(action.card, cards) : []),
  ]);
};

/** Every input on the card and on the cards it opens. */
export const inputsOf = (card: Fields): Fields[] => [
  ...ownInputs(card),
  ...ownActions(card).flatMap((action) => (isFields(action.card) ? inputsOf(action.card) : [])),
];
