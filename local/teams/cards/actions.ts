import {
  either,
  flag,
  type Kind,
  kindOf,
  listOf,
  needed,
  oneOf,
  type Properties,
  type Rule,
  record,
  shape,
  since,
  text,
  webAddress,
  words,
} from './rules.ts';

const fallbackAction: Rule = (value, at, scope) => kindOf(() => WITHOUT_CARD)(value, at, scope);

/** A button needs a title. */
const BASE: Properties = {
  id: words,
  title: needed(words),
  iconUrl: since('1.1', webAddress),
  style: since('1.2', oneOf('default', 'positive', 'destructive')),
  fallback: since(
    '1.2',
    either((value) => typeof value === 'string', oneOf('drop'), fallbackAction),
  ),
  requires: since('1.2', record),
  tooltip: since('1.5', text),
  isEnabled: since('1.5', flag),
  mode: since('1.5', oneOf('primary', 'secondary')),
};

const inputs = since('1.3', oneOf('auto', 'none'));

const WITHOUT_CARD: Readonly<Record<string, Kind>> = {
  'Action.Execute': {
    since: '1.4',
    properties: { ...BASE, verb: needed(words), data: record, associatedInputs: inputs },
  },
  'Action.Submit': { properties: { ...BASE, data: record, associatedInputs: inputs } },
  'Action.OpenUrl': { properties: { ...BASE, url: needed(webAddress) } },
  'Action.ToggleVisibility': {
    since: '1.2',
    properties: {
      ...BASE,
      targetElements: needed(
        listOf(
          either(
            (value) => typeof value === 'string',
            words,
            shape({ type: oneOf('TargetElement'), elementId: needed(words), isVisible: flag }),
          ),
          1,
        ),
      ),
    },
  },
};

/** A card contains actions, and one of them contains a card: it is passed in, because it is defined later. */
export const createActions = (card: Rule): { action: Rule; clickAction: Rule } => ({
  action: kindOf(() => ({
    ...WITHOUT_CARD,
    'Action.ShowCard': { properties: { ...BASE, card: needed(card) } },
  })),
  // For something that is clicked as a whole. It opens no cards.
  clickAction: fallbackAction,
});
