import * as z from 'zod/mini';
import type { Seal } from '../../platform/seal.ts';
import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict.ts';
import { type BulkEntries, CASES_FIELD } from '../document/bulk-form.ts';
import type { OutcomeChoice } from '../document/outcome-choices.ts';
import { FIELDS, type FormEntries, type ReadForm, readForm } from '../document/verdict-form.ts';
import { type ReadMetadata, readMetadata } from './modal-metadata.ts';

export type ModalAnswer = Extract<ReadForm, { is: 'answer' }> & ReadMetadata;

export type ReadModal =
  | ModalAnswer
  /** To be shown at the fields, by `block_id`. */
  | { readonly is: 'errors'; readonly errors: Readonly<Record<string, string>> }
  /** Genuine, but not one of our forms. */
  | { readonly is: 'unreadable' };

const option = z.nullish(z.looseObject({ value: z.nullish(z.string()) }));
const Field = z.looseObject({
  value: z.nullish(z.string()),
  selected_option: option,
  selected_options: z.nullish(z.array(option)),
});
type Field = z.infer<typeof Field>;
const Values = z.record(z.string(), z.record(z.string(), Field));
type Values = z.infer<typeof Values>;

/** Reads a submitted form. The rules are those of now, not those of when it was opened. */
export function readVerdictModal(
  values: unknown,
  privateMetadata: unknown,
  choices: readonly OutcomeChoice[],
  seal: Pick<Seal, 'isGenuine'> | null,
): ReadModal {
  const sent = readMetadata(privateMetadata, seal);
  const given = Values.safeParse(values);
  if (!sent || !given.success) return { is: 'unreadable' };
  const { mode, commentRoom } = sent.metadata;
  const read = readForm(entriesIn(given.data), { choices, mode, commentRoom });
  if (read.is === 'answer') return { ...read, ...sent };
  const errors = {
    ...(read.outcome === null ? {} : { [FIELDS.outcome]: read.outcome }),
    ...(read.comment === null ? {} : { [FIELDS.comment]: read.comment }),
  };
  return { is: 'errors', errors };
}

/** What was entered in the form for several cases; null for what is none. */
export function bulkEntries(values: unknown): BulkEntries | null {
  const given = Values.safeParse(values);
  if (!given.success) return null;
  const { outcome, comment } = entriesIn(given.data);
  return { outcome, comment, chosen: chosenOptions(given.data[CASES_FIELD]?.[CASES_FIELD]) };
}

function entriesIn(values: Values): FormEntries {
  const outcome = values[FIELDS.outcome]?.[FIELDS.outcome];
  const comment = values[FIELDS.comment]?.[FIELDS.comment];
  const menus = Object.entries(values).filter(([name]) => name.startsWith(`${FIELDS.events}:`));
  return {
    outcome: outcome?.selected_option?.value ?? null,
    comment: comment?.value ?? null,
    eventIds: menus.flatMap(([, menu]) => chosenOptions(menu[FIELDS.events])),
  };
}

/** The outcome that is chosen so far, if it is one. */
export function chosenIn(values: unknown): Outcome | undefined {
  const given = Values.safeParse(values);
  const chosen = given.success ? entriesIn(given.data).outcome : null;
  return OUTCOMES.find((outcome) => outcome === chosen);
}

const chosenOptions = (field: Field | undefined): readonly string[] =>
  field?.selected_options?.flatMap((chosen) => chosen?.value ?? []) ?? [];
