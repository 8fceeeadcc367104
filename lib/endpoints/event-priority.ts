/** The priority of an event at its endpoint. Events are sent in the order in which they happened. */
const RANKS = { waiting: '20', ownTime: '50', givenUp: '90' } as const;

const padded = (ms: number): string => String(Math.max(0, Math.round(ms))).padStart(14, '0');

export const waitingPriority = (atMs: number): string => `${RANKS.waiting}#${padded(atMs)}`;
/** It waits for a time of its own, and holds up no other. */
export const ownTimePriority = (dueMs: number): string => `${RANKS.ownTime}#${padded(dueMs)}`;
/** The bridge gave it up. Only a person can have it tried again. */
export const givenUpPriority = (atMs: number): string => `${RANKS.givenUp}#${padded(atMs)}`;

/** What may be sent by now. */
export const dueBy = (nowMs: number) => ({ from: RANKS.waiting, until: `${RANKS.ownTime}#${padded(nowMs)}` });
/** What waits, due or not. */
export const allWaiting = { from: RANKS.waiting, until: `${RANKS.ownTime}#~` };
export const allGivenUp = { from: RANKS.givenUp, until: `${RANKS.givenUp}#~` };

export const isGivenUp = (priority: string): boolean => priority.startsWith(RANKS.givenUp);
/** When it happened; for an event with a time of its own, that time. */
export const timeIn = (priority: string): number => Number(priority.split('#')[1] ?? 0);
