import type { Outcome } from '../../posture/schemas/verdict.ts';
import { type BulkEntries, CASES_FIELD } from '../document/bulk-form.ts';
import { type Press, pressOf } from '../document/press.ts';
import { FIELDS, type FormEntries } from '../document/verdict-form.ts';

export const FORM_VERB = 'verdict:form';

/** Null for a button that is not ours. */
export const readPress = (verb: string): Press | null =>
  verb === FORM_VERB ? { is: 'form' } : pressOf(verb);

/** On a card each name stands once, so the comment of each outcome has its own. */
export const commentField = (outcome: Outcome): string => `${FIELDS.comment}-${outcome}`;

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

/** What was entered in the form for several cases. */
export const bulkEntries = (entries: Entries): BulkEntries => ({
  outcome: textIn(entries, FIELDS.outcome),
  comment: textIn(entries, FIELDS.comment),
  chosen: (textIn(entries, CASES_FIELD) ?? '').split(',').map((at) => at.trim()),
});

const textIn = (entries: Entries, name: string): string | null => {
  const value = Object.hasOwn(entries, name) ? entries[name] : null;
  return typeof value === 'string' ? value : null;
};
