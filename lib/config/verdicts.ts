import * as z from 'zod/mini';
import { OUTCOMES, type Outcome } from '../posture/schemas/verdict.ts';
import { shaped, uuid } from './fields.ts';
import { choice, strict, wholeNumber } from './strict.ts';

const people = <T extends z.ZodMiniType>(person: T) => z._default(z.array(person), []);

const Named = strict({
  slackUsers: people(shaped(/^[UW][A-Z0-9]{7,20}$/, 'must be the id of a Slack user, like U0123ABCD')),
  slackGroups: people(shaped(/^S[A-Z0-9]{7,20}$/, 'must be the id of a Slack user group, like S0123ABCD')),
  /** Entra object ids. */
  teamsUsers: people(uuid('the object id of the user')),
}).check(
  z.refine(
    (allow) => allow.slackUsers.length + allow.slackGroups.length + allow.teamsUsers.length > 0,
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

const ALLOW = "'anyone-in-channel' or lists of people: { slackUsers, slackGroups, teamsUsers }";

// SQS holds a message back for no longer than this.
const MAX_UNDO_SECONDS = 900;

export const Verdicts = strict({
  /** Who may decide. There is no default: it has to be chosen. */
  allow: z.union([choice(['anyone-in-channel'], ALLOW), Named], `must be ${ALLOW}`),
  /** How long a decision can be taken back; 0 turns that off. */
  undoSeconds: z._default(wholeNumber(0, MAX_UNDO_SECONDS), 10),
  outcomes: z.prefault(strict(rules as Record<Outcome, z.ZodMiniPrefault<typeof OutcomeRule>>), {}),
});
