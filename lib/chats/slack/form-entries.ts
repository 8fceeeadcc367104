import * as z from 'zod/mini';
import type { Seal } from '../../base/seal.ts';
import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict-schema.ts';
import { outcomeVerb, pressOf } from '../document/press.ts';
import { FIELDS, type FormEntries } from '../document/read-form.ts';
import type { ClickRequest } from '../presses/click.ts';
import { type FormMetadata, readMetadata } from './form-metadata.ts';
import type { ViewSubmission } from './interaction.ts';
import type { SlackLocation } from './read-click.ts';
import { CALLBACKS } from './write-form.ts';

const option = z.nullish(z.looseObject({ value: z.nullish(z.string()) }));
const Entry = z.looseObject({
  value: z.nullish(z.string()),
  selected_option: option,
  selected_options: z.nullish(z.array(option)),
});
type Entry = z.infer<typeof Entry>;
const Values = z.record(z.string(), z.record(z.string(), Entry));
type Values = z.infer<typeof Values>;

const NOWHERE: SlackLocation = { channel: null, messageTs: null, threadTs: null, responseUrl: null };

/** What a submitted form asks for, and where it was opened. Null for a form that is not ours. */
export function readSubmission(
  { callbackId, privateMetadata, values }: ViewSubmission['view'],
  seal: Pick<Seal, 'isGenuine'> | null,
): { readonly location: SlackLocation; readonly request: ClickRequest } | null {
  const read = readMetadata(privateMetadata, seal);
  const given = Values.safeParse(values).data;
  if (callbackId === CALLBACKS.bulk) {
    const isGenuine = read?.origin === 'genuine' && given !== undefined;
    const list = isGenuine && read.metadata.about.mode === 'bulk' ? read.metadata.about.list : null;
    const entries = {
      ...entriesIn(given ?? {}),
      chosen: chosenOptions(given?.[FIELDS.cases]?.[FIELDS.cases]),
    };
    return { location: read?.metadata ?? NOWHERE, request: { is: 'decide-bulk', list, entries } };
  }
  const about = read?.metadata.about;
  if (callbackId !== CALLBACKS.verdict || !about || about.mode === 'bulk' || !given) return null;
  const entries = entriesIn(given);
  const { target } = about;
  return {
    location: read.metadata,
    request: { is: 'press', press: pressIn(about, entries), read: { target, origin: read.origin }, entries },
  };
}

/** A form in which an outcome was chosen is a press on that outcome. */
const pressIn = ({ mode }: FormMetadata['about'], { outcome }: FormEntries) =>
  mode === 'override'
    ? ({ is: 'override' } as const)
    : (pressOf(outcomeVerb(outcome as Outcome)) ?? ({ is: 'form' } as const));

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

const chosenOptions = (entry: Entry | undefined): readonly string[] =>
  entry?.selected_options?.flatMap((chosen) => chosen?.value ?? []) ?? [];
