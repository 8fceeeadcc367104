import { createActions } from './actions.ts';
import {
  count,
  either,
  flag,
  type Kind,
  kindOf,
  listOf,
  matching,
  needed,
  number,
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

const SIZES = ['default', 'small', 'medium', 'large', 'extraLarge'];
const COLORS = ['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention'];
const style = since('1.2', oneOf('default', 'emphasis', 'good', 'attention', 'warning', 'accent'));
const alignment = oneOf('left', 'center', 'right');
const vertical = oneOf('top', 'center', 'bottom');
const pixels = matching(/^\d+px$/, 'must be a size in px');
const isDrop = (value: unknown): boolean => typeof value === 'string';

const element: Rule = (value, at, scope) => kindOf(() => ELEMENTS)(value, at, scope);
const innerCard: Rule = (value, at, scope) =>
  kindOf(() => ({ AdaptiveCard: { properties: CARD } }))(value, at, scope);
const { action, clickAction } = createActions(innerCard);

/** What every element has. */
const BASE: Properties = {
  id: words,
  isVisible: since('1.2', flag),
  separator: flag,
  spacing: oneOf('none', 'small', 'default', 'medium', 'large', 'extraLarge', 'padding'),
  height: since('1.1', oneOf('auto', 'stretch')),
  fallback: since('1.2', either(isDrop, oneOf('drop'), element)),
  requires: since('1.2', record),
};

/** What every input has in addition. */
const INPUT: Properties = {
  ...BASE,
  id: needed(words),
  label: since('1.3', text),
  isRequired: since('1.3', flag),
  errorMessage: since('1.3', text),
};
const date = matching(/^\d{4}-\d{2}-\d{2}$/, 'must be a date');
const time = matching(/^\d{2}:\d{2}$/, 'must be a time');

const INPUTS: Readonly<Record<string, Kind>> = {
  'Input.Text': {
    properties: {
      ...INPUT,
      isMultiline: flag,
      maxLength: count,
      placeholder: text,
      regex: since('1.3', text),
      style: oneOf('text', 'tel', 'url', 'email', 'password'),
      value: text,
    },
  },
  'Input.Number': { properties: { ...INPUT, min: number, max: number, placeholder: text, value: number } },
  'Input.Date': { properties: { ...INPUT, min: date, max: date, placeholder: text, value: date } },
  'Input.Time': { properties: { ...INPUT, min: time, max: time, placeholder: text, value: time } },
  'Input.Toggle': {
    properties: {
      ...INPUT,
      title: needed(text),
      value: text,
      valueOn: text,
      valueOff: text,
      wrap: since('1.2', flag),
    },
  },
  'Input.ChoiceSet': {
    properties: {
      ...INPUT,
      choices: needed(listOf(shape({ title: needed(text), value: needed(words) }), 1)),
      isMultiSelect: flag,
      style: oneOf('compact', 'expanded', 'filtered'),
      placeholder: text,
      value: text,
      wrap: since('1.2', flag),
    },
  },
};

const FONT: Properties = {
  color: oneOf(...COLORS),
  fontType: since('1.2', oneOf('default', 'monospace')),
  isSubtle: flag,
  size: oneOf(...SIZES),
  weight: oneOf('default', 'lighter', 'bolder'),
};

const TEXT_RUN = kindOf(() => ({
  TextRun: {
    properties: {
      ...FONT,
      text: needed(text),
      highlight: flag,
      italic: flag,
      strikethrough: flag,
      underline: since('1.3', flag),
      selectAction: clickAction,
    },
  },
}));

const CONTAINER: Properties = {
  ...BASE,
  style,
  bleed: since('1.2', flag),
  minHeight: since('1.2', pixels),
  verticalContentAlignment: since('1.1', vertical),
  rtl: since('1.5', flag),
  selectAction: since('1.1', clickAction),
};

const COLUMN = kindOf(() => ({
  Column: {
    properties: {
      ...CONTAINER,
      items: listOf(element),
      width: either(
        (value) => typeof value === 'number',
        number,
        matching(/^(?:auto|stretch|\d+(?:\.\d+)?|\d+px)$/, 'must be auto, stretch, a weight or px'),
      ),
    },
  },
}));

const ELEMENTS: Readonly<Record<string, Kind>> = {
  ...INPUTS,
  TextBlock: {
    properties: {
      ...BASE,
      ...FONT,
      text: needed(text),
      horizontalAlignment: alignment,
      maxLines: count,
      wrap: flag,
      style: since('1.5', oneOf('default', 'heading')),
    },
  },
  RichTextBlock: {
    since: '1.2',
    properties: {
      ...BASE,
      inlines: needed(
        listOf(
          either((value) => typeof value === 'string', text, TEXT_RUN),
          1,
        ),
      ),
      horizontalAlignment: alignment,
    },
  },
  FactSet: {
    properties: { ...BASE, facts: needed(listOf(shape({ title: needed(text), value: needed(text) }), 1)) },
  },
  Container: { properties: { ...CONTAINER, items: needed(listOf(element)) } },
  ColumnSet: { properties: { ...CONTAINER, horizontalAlignment: alignment, columns: listOf(COLUMN) } },
  ActionSet: { since: '1.2', properties: { ...BASE, actions: needed(listOf(action, 1)) } },
  Image: {
    properties: {
      ...BASE,
      url: needed(webAddress),
      altText: text,
      size: oneOf('auto', 'stretch', 'small', 'medium', 'large'),
      style: oneOf('default', 'person'),
      horizontalAlignment: alignment,
      width: since('1.1', pixels),
      selectAction: since('1.1', clickAction),
    },
  },
};

export const VERSION = matching(/^1\.[0-5]$/, 'must be 1.0 to 1.5');

/** A card inside a card; the outermost one has more. */
export const CARD: Properties = {
  $schema: text,
  version: VERSION,
  body: listOf(element),
  actions: listOf(action),
  fallbackText: text,
  speak: text,
  lang: text,
  minHeight: since('1.2', pixels),
  rtl: since('1.5', flag),
  verticalContentAlignment: since('1.1', vertical),
  selectAction: since('1.1', clickAction),
};
