/** What buttons and forms carry is sealed with it. */
export const BUTTONS_KEY = 'buttons';
/** What the action function accepted is sealed with it, for the verdict function. */
export const CLICKS_KEY = 'clicks';
/** What a canary presses is sealed with it: it opens nothing else. */
export const CANARY_KEY = 'canary';
/** What links to decide by carry is sealed with it. */
export const LINKS_KEY = 'links';
/** People are called by pseudonyms that are computed with it. */
export const PEOPLE_KEY = 'people';
