import {
  count,
  flag,
  type Kind,
  listOf,
  matching,
  needed,
  number,
  oneOf,
  type Properties,
  shape,
  since,
  text,
  words,
} from './rules.ts';

const BASE: Properties = {
  label: since('1.3', text),
  isRequired: since('1.3', flag),
  errorMessage: since('1.3', text),
};
const date = matching(/^\d{4}-\d{2}-\d{2}$/, 'must be a date');
const time = matching(/^\d{2}:\d{2}$/, 'must be a time');

/** Without what all elements have. */
export const INPUTS: Readonly<Record<string, Kind>> = {
  'Input.Text': {
    properties: {
      ...BASE,
      isMultiline: flag,
      maxLength: count,
      placeholder: text,
      regex: since('1.3', text),
      style: oneOf('text', 'tel', 'url', 'email', 'password'),
      value: text,
    },
  },
  'Input.Number': { properties: { ...BASE, min: number, max: number, placeholder: text, value: number } },
  'Input.Date': { properties: { ...BASE, min: date, max: date, placeholder: text, value: date } },
  'Input.Time': { properties: { ...BASE, min: time, max: time, placeholder: text, value: time } },
  'Input.Toggle': {
    properties: {
      ...BASE,
      title: needed(text),
      value: text,
      valueOn: text,
      valueOff: text,
      wrap: since('1.2', flag),
    },
  },
  'Input.ChoiceSet': {
    properties: {
      ...BASE,
      choices: needed(listOf(shape({ title: needed(text), value: needed(words) }), 1)),
      isMultiSelect: flag,
      style: oneOf('compact', 'expanded', 'filtered'),
      placeholder: text,
      value: text,
      wrap: since('1.2', flag),
    },
  },
};
