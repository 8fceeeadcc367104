/** `a`, `a and b`, `a, b and c` */
export const listed = (names: readonly string[], last = 'and'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

/** The non-empty parts, as one line. */
export const phrase = (...parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(', ');
