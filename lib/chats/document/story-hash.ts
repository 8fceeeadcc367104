import { createHash } from 'node:crypto';

/** A hash of a message that ignores the order of its keys, so that the notifier sends no update that changes nothing. */
export const storyHash = (shown: unknown): string =>
  createHash('sha256').update(inOrder(shown)).digest('base64url').slice(0, 16);

/** A short hash of an event, by which the notifier remembers that the thread told it. */
export const eventMark = (eventId: string): string => storyHash(eventId).slice(0, 8);

/** JSON with the keys of each object in order. */
function inOrder(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(inOrder).join()}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).sort();
  const told = names.filter((name) => fields[name] !== undefined);
  return `{${told.map((name) => `${JSON.stringify(name)}:${inOrder(fields[name])}`).join()}}`;
}
