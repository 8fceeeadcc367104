/** The part of a message's summary that begins with a known person and says what they decided. A claim decides nothing. */
export const decisionIn = (summary: string, names: readonly string[]): string | undefined =>
  summary
    .replaceAll(DIRECTION, '')
    .split(' · ')
    .find((part) => names.some((name) => part.startsWith(name) && DECIDED.test(part.slice(name.length))));

const DECIDED = /^(?::| wants to | wanted to | changed )/;
/** The marks that keep names in other scripts from changing the text direction. */
const DIRECTION = /[\u2066-\u2069]/g;
