import { DAY_MS } from './time.ts';

/** Seals what buttons and forms carry. */
export const BUTTONS_KEY = 'buttons';
/** Seals what the action function accepted, for the verdict function. */
export const CLICKS_KEY = 'clicks';
/** Seals the presses of a canary: it opens nothing else. */
export const CANARY_KEY = 'canary';
/** Seals decision links. */
export const LINKS_KEY = 'links';
/** Derives the pseudonyms of people. */
export const PEOPLE_KEY = 'people';

export const KEY_NAMES = [BUTTONS_KEY, CLICKS_KEY, CANARY_KEY, LINKS_KEY, PEOPLE_KEY] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** Not a key, but kept as one: whom operators had forgotten, as hashes. Replaced, everybody on it could come back. */
export const FORGOTTEN_LIST = 'forgotten';
/** What one reads to read a key, or the list. */
export type StoredName = KeyName | typeof FORGOTTEN_LIST;

/** The SSM parameter of a key. Every bridge of an account has its own. */
export const keyParameter = (bridge: string, name: string): string => `/${bridge}/keys/${name}`;

/** For how long what a key has sealed is still accepted after the key was replaced. */
export const keyLifeMs = (
  { retention }: { readonly retention: { readonly cases: number } },
  name: string,
): number => {
  if (name === BUTTONS_KEY) return retention.cases;
  if (name === LINKS_KEY) return 8 * DAY_MS;
  // No queue keeps a click for longer than two weeks. A pseudonym is only ever made, never opened.
  return name === CLICKS_KEY ? 15 * DAY_MS : DAY_MS;
};
