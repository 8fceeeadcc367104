import type { FormEntries } from '../shared/verdict-form.ts';
import { commentField, FIELDS, type Press } from './read-press.ts';

type Entries = Readonly<Record<string, unknown>>;

/** What was entered for a press. Each button that unfolds has inputs of its own. */
export function formEntries(press: Press, entries: Entries): FormEntries {
  if (press.is === 'outcome') {
    return { outcome: press.outcome, comment: textIn(entries, commentField(press.outcome)), eventIds: [] };
  }
  return {
    outcome: textIn(entries, FIELDS.outcome),
    comment: textIn(entries, FIELDS.comment),
    // Teams joins what was chosen with commas.
    eventIds: (textIn(entries, FIELDS.events) ?? '').split(',').map((id) => id.trim()),
  };
}

const textIn = (entries: Entries, name: string): string | null => {
  const value = Object.hasOwn(entries, name) ? entries[name] : null;
  return typeof value === 'string' ? value : null;
};
