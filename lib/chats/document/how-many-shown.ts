/** How many hunting queries a message shows. */
export const SHOWN_QUERIES = 2;

/** How many events the message itself shows. */
export const SHOWN_EVENTS = 3;
/** How many one press shows of a case that is over. */
export const FOLDED_EVENTS = 8;
