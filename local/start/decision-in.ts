/** The part of a message's summary that begins with the name of a known person says what they decided. */
export const decisionIn = (summary: string, names: readonly string[]): string | undefined =>
  summary
    .replaceAll(DIRECTION, '')
    .split(' · ')
    .find((part) => names.some((name) => part.startsWith(`${name}:`) || part.startsWith(`${name} `)));

/** The marks that keep names in other scripts from changing the text direction. */
const DIRECTION = /[\u2066-\u2069]/g;
