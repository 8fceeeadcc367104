import type { Choice } from '../shell/building-blocks.tsx';

/** How far back the page can be narrowed, in hours. */
export const TIME_CHOICES: readonly Choice[] = [
  ['0', 'any time'],
  ['1', 'the last hour'],
  ['24', 'the last day'],
  ['168', 'the last week'],
];
