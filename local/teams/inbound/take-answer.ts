import { z } from 'zod';
import { type Outcome, whyNotTaken } from '../../stand-in-kit/deliver.ts';
import { type Fields, parseJson } from '../../stand-in-kit/fields.ts';
import { CARD_TYPE, checkCard } from '../cards/check-card.ts';
import { LARGEST_ACTIVITY_BYTES } from '../connector/read-activity.ts';
import { jsonBytes } from '../json.ts';
import type { Service } from '../service.ts';

/** What the bot's answer to a click does. */
export type Answer =
  | { readonly kind: 'card'; readonly card: Fields }
  | { readonly kind: 'toast'; readonly text: string }
  | { readonly kind: 'error'; readonly text: string };

const problem = z.strictObject({ code: z.string().min(1), message: z.string().min(1) });

/** Status and type belong together. */
const Body = z.union([
  z.strictObject({
    statusCode: z.literal(200),
    type: z.literal(CARD_TYPE),
    value: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    statusCode: z.literal(200),
    type: z.literal('application/vnd.microsoft.activity.message'),
    value: z.string().min(1),
  }),
  z.strictObject({
    statusCode: z.union([z.literal(400), z.literal(500)]),
    type: z.literal('application/vnd.microsoft.error'),
    value: problem,
  }),
  z.strictObject({
    statusCode: z.literal(401),
    type: z.enum([
      'application/vnd.microsoft.activity.loginRequest',
      'application/vnd.microsoft.error.incorrectAuthCode',
    ]),
    value: z.unknown(),
  }),
  z.strictObject({
    statusCode: z.literal(412),
    type: z.literal('application/vnd.microsoft.error.preconditionFailed'),
    value: problem,
  }),
]);

const GENERAL_LINE = 'Something went wrong. Please try again.';

const wrong = (text: string): Answer => ({ kind: 'error', text: `Something went wrong: ${text}` });

/** Reads the answer strictly; anything not understood is an error for the person who clicked. */
export const readAnswer = (service: Service, outcome: Outcome): Answer => {
  const why = whyNotTaken(service, outcome);
  if (why !== undefined || outcome.kind !== 'answered') return wrong(why ?? 'nothing was sent');
  if (outcome.status !== 200) return wrong(`the bot answered ${outcome.status}`);
  if (!(outcome.headers.get('Content-Type') ?? '').startsWith('application/json'))
    return wrong('the answer is not called JSON');
  const parsed = Body.safeParse(parseJson(outcome.body));
  if (!parsed.success) return wrong('the answer has no form that is known');
  const { type, value } = parsed.data;
  if (type === CARD_TYPE) {
    const [first] = checkCard(value);
    if (first !== undefined) return wrong(`the card is not valid: ${first}`);
    if (jsonBytes(value) > LARGEST_ACTIVITY_BYTES) return wrong('the card is too big');
    return { kind: 'card', card: value };
  }
  if (type === 'application/vnd.microsoft.activity.message') return { kind: 'toast', text: value };
  // Teams shows a line of its own for every error, and nothing of what the bot wrote.
  return { kind: 'error', text: problem.safeParse(value).success ? GENERAL_LINE : 'Please sign in.' };
};
