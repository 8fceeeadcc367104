const LONGEST_VALUE = 80;
const MOST_VALUES = 8;

// Values come from outside and end up in terminals: nothing in them may move the cursor or reverse the line.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A value made readable on one line. */
export function readable(value: string): string {
  const clean = value.slice(0, 4 * LONGEST_VALUE).replace(UNPRINTABLE, '\ufffd');
  const characters = [...clean];
  return characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE).join('')}...` : clean;
}

/** `a, b or c`, or `a, b, c` without a word before the last; and how many more if there are many. */
export function join(values: readonly string[], last?: 'and' | 'or'): string {
  const shown = values.slice(0, values.length > MOST_VALUES ? MOST_VALUES - 1 : MOST_VALUES).map(readable);
  const more = values.length - shown.length;
  if (more > 0) return `${shown.join(', ')} ${last ?? 'and'} ${more} more`;
  if (last === undefined || shown.length < 2) return shown.join(', ');
  return `${shown.slice(0, -1).join(', ')} ${last} ${shown.at(-1)}`;
}
