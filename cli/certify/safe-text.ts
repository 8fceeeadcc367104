declare const ours: unique symbol;

/** A text that consists of our own words and of numbers: nothing that a system, a file or a person named is in it. */
export type Safe = string & { readonly [ours]: true };

/**
 * The only way to make one. Values are numbers or other safe texts, so that a name or a secret in an answer cannot get
 * into the report, whatever a probe was told.
 */
export const safe = (texts: TemplateStringsArray, ...values: readonly (number | Safe)[]): Safe =>
  texts.reduce((said, text, index) => `${said}${shown(values[index - 1])}${text}`) as Safe;

const shown = (value: number | Safe | undefined): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : (value ?? '');

/** A word from outside, if it is one of those that we wrote down ourselves. */
export const oneOf = (value: unknown, known: readonly string[]): Safe =>
  (known.find((one) => one === value) ?? 'something else') as Safe;

export const listed = (words: readonly Safe[]): Safe => words.join(', ') as Safe;
