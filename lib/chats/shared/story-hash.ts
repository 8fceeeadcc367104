import { createHash } from 'node:crypto';

/** A short name for what is shown, whatever the order of its keys: an update that changes nothing is not sent. */
export const storyHash = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown, sorted)).digest('base64url').slice(0, 16);

/** A short name for an event, to remember that it was told. */
export const eventMark = (eventId: string): string => storyHash(eventId).slice(0, 8);

const sorted = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
