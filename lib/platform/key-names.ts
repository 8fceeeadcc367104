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
