import * as z from 'zod/mini';
import { OUTCOMES, type Outcome } from '../posture/schemas/verdict.ts';
import { chatPeople } from './chat-schemas.ts';
import { choice, strict, wholeNumber } from './schema/strict.ts';

const Named = strict(chatPeople).check(
  z.refine(
    (allow) => Object.values(allow).some((people) => people.length > 0),
    'names nobody, so nobody could decide a case',
  ),
);

const OutcomeRule = strict({
  comment: z._default(choice(['required', 'optional']), 'optional'),
  /** Ask once more before it is recorded. */
  confirm: z._default(z.boolean(), false),
  /** A second person has to agree. */
  approval: z._default(z.boolean(), false),
});

const rules = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, z.prefault(OutcomeRule, {})]));

const LISTS = Object.keys(chatPeople).join(', ');
const ALLOW = `'anyone-in-channel' or lists of people: { ${LISTS} }`;

// SQS holds a message back for no longer than this.
const MAX_UNDO_SECONDS = 900;

export const Verdicts = strict({
  /** Who may decide. There is no default: it has to be chosen. */
  allow: z.union([choice(['anyone-in-channel'], ALLOW), Named], `must be ${ALLOW}`),
  /** How long a decision can be taken back; 0 turns that off. */
  undoSeconds: z._default(wholeNumber(0, MAX_UNDO_SECONDS), 10),
  outcomes: z.prefault(strict(rules as Record<Outcome, z.ZodMiniPrefault<typeof OutcomeRule>>), {}),
});
