import * as z from 'zod/mini';
import type { OutcomeChoice } from '../chat/case-story.ts';
import { OUTCOMES, type Outcome, VERDICT_LIMITS } from '../posture/schemas/verdict.ts';
import { isUuid } from '../posture/uuid.ts';
import { FIELDS } from './modal.ts';
import { type ModalMetadata, readMetadata } from './modal-metadata.ts';

export interface ModalAnswer {
  readonly metadata: ModalMetadata;
  readonly outcome: Outcome;
  readonly comment: string | null;
  readonly eventIds: readonly string[];
}

export type ReadModal =
  | { readonly is: 'answer'; readonly answer: ModalAnswer }
  /** To be shown at the fields, by `block_id`. */
  | { readonly is: 'errors'; readonly errors: Readonly<Record<string, string>> }
  /** Genuine, but not one of our forms. */
  | { readonly is: 'unreadable' };

const option = z.nullish(z.looseObject({ value: z.nullish(z.string()) }));
const Field = z.looseObject({
  value: z.nullish(z.string()),
  selected_option: option,
  selected_options: z.nullish(z.array(option)),
  values: z.nullish(z.array(z.string())),
});
type Field = z.infer<typeof Field>;
const Values = z.record(z.string(), z.record(z.string(), Field));

/** Reads a submitted form, as Slack sends it or as our reader hands it on. The rules are those of now, not those of when it was opened. */
export function readVerdictModal(
  values: unknown,
  privateMetadata: unknown,
  choices: readonly OutcomeChoice[],
): ReadModal {
  const metadata = readMetadata(privateMetadata);
  const read = Values.safeParse(values);
  if (!metadata || !read.success) return { is: 'unreadable' };
  const outcome = outcomeIn(read.data[FIELDS.outcome]?.[FIELDS.outcome]);
  const comment = read.data[FIELDS.comment]?.[FIELDS.comment]?.value?.trim() || null;
  const choice = choices.find((one) => one.outcome === outcome);
  const commentProblem = problemOf(comment, metadata, choice);
  const eventIds = eventIdsIn(read.data);
  if (!choice || commentProblem) {
    const errors = {
      ...(choice ? {} : { [FIELDS.outcome]: 'Choose an outcome.' }),
      ...(commentProblem ? { [FIELDS.comment]: commentProblem } : {}),
    };
    return { is: 'errors', errors };
  }
  return { is: 'answer', answer: { metadata, outcome: choice.outcome, comment, eventIds } };
}

const outcomeIn = (field: Field | undefined): Outcome | undefined =>
  OUTCOMES.find((outcome) => outcome === (field?.selected_option?.value ?? field?.value));

function problemOf(
  comment: string | null,
  { mode, commentRoom }: ModalMetadata,
  choice: OutcomeChoice | undefined,
): string | null {
  if (comment === null && mode === 'override') return 'Say why you override the decision.';
  if (comment === null && choice?.comment === 'required') return `${choice.label} needs a comment.`;
  // Slack may count an emoji as one where the API counts two.
  const over = (comment?.length ?? 0) - commentRoom;
  return over > 0 ? `Too long by ${over} ${over === 1 ? 'character' : 'characters'}.` : null;
}

function eventIdsIn(values: z.infer<typeof Values>): readonly string[] {
  const menus = Object.entries(values).filter(([name]) => name.startsWith(`${FIELDS.events}:`));
  const ids = menus.flatMap(([, menu]) => chosenIn(menu[FIELDS.events])).filter(isUuid);
  return [...new Set(ids)].slice(0, VERDICT_LIMITS.eventIds);
}

const chosenIn = (field: Field | undefined): readonly string[] =>
  field?.selected_options?.flatMap((one) => one?.value ?? []) ?? field?.values ?? [];
