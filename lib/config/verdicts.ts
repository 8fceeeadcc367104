import * as z from 'zod/mini';
import { OUTCOMES, type Outcome } from '../posture/schemas/verdict-schema.ts';
import { chatPeople, chatPerson } from './chat-schemas.ts';
import { listOfPeople } from './chats/chat-schema.ts';
import { ClaimTimes } from './claim-times.ts';
import { shownName } from './mention-schema.ts';
import { choice, strict, textThat, wholeNumber } from './schema/strict.ts';

/**
 * `people`: by their names in the configuration's `people`, in any chat where they click. `webhooks`: systems, by the
 * names of their destinations.
 */
const Named = strict({
  ...chatPeople,
  people: listOfPeople(z.string()),
  webhooks: z.optional(z.array(z.string())),
}).check(
  z.refine(
    (allow) => Object.values(allow).some((people) => people !== undefined && people.length > 0),
    'names nobody, so nobody could decide a case',
  ),
);

const OutcomeRule = strict({
  comment: z._default(choice(['required', 'optional']), 'optional'),
  /** Asks for confirmation before it is recorded. */
  confirm: z._default(z.boolean(), false),
  /** A second person has to approve. */
  approval: z._default(z.boolean(), false),
});

const rules = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, z.prefault(OutcomeRule, {})]));

const LISTS = [...Object.keys(chatPeople), 'people', 'webhooks'].join(', ');
const ALLOW = `'anyone-in-channel' or lists of people: { ${LISTS} }`;

// SQS delays a message no longer than this.
const MAX_UNDO_SECONDS = 900;

const allow = z.union([choice(['anyone-in-channel'], ALLOW), Named], `must be ${ALLOW}`);
const guests = choice(['may', 'may-not']);

export const Verdicts = strict({
  /** Who may decide. There is no default: it has to be chosen. */
  allow,
  /** Whether guests and people of other organizations may decide. People who are named individually always may. */
  guests: z._default(guests, 'may-not'),
  /** How long a decision can be undone; 0 turns that off. */
  undoSeconds: z._default(wholeNumber(0, MAX_UNDO_SECONDS), 10),
  claims: ClaimTimes,
  outcomes: z.prefault(strict(rules as Record<Outcome, z.ZodMiniPrefault<typeof OutcomeRule>>), {}),
});

const Scoped = strict({ allow: z.optional(allow), guests: z.optional(guests) });
export type ScopedVerdictsInput = z.input<typeof Scoped>;
export type ScopedVerdicts = z.output<typeof Scoped>;

/** The same for one domain, route or destination, where it overrides the default. */
export const ScopedVerdicts = z.optional(
  Scoped.check(
    z.refine(
      (says) => says.allow !== undefined || says.guests !== undefined,
      'is empty: say who may decide (allow), or whether guests may (guests)',
    ),
  ),
);

const emailAddress = textThat((text) =>
  /^[^\s@*?]+@[^\s@*?]+$/.test(text) ? null : 'is no e-mail address, like ada@example.com',
);

/** One person, by the id in each chat. `name`: shown in both. `email`: the address under which platform and chats know them. */
export const KnownPerson = strict({
  ...chatPerson,
  name: z.optional(shownName),
  email: z.optional(emailAddress),
}).check(
  z.refine(
    ({ email: _, name: __, ...ids }) => Object.values(ids).some((id) => id !== undefined),
    'is nobody: give their id in at least one chat',
  ),
);
