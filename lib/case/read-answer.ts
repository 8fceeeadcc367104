import * as z from 'zod/mini';
import { createVersionedReader } from '../base/read-versioned.ts';
import { OUTCOMES } from '../posture/schemas/verdict-schema.ts';
import type { Answer } from './answer.ts';

/** The format of an answer. A state or a field without which this version could not go on needs the next number. */
export const ANSWER_FORMAT = 1;

const ms = z.number();
const Person = z.object({
  surface: z.string(),
  id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
});
const Doubt = z.object({ looks: z.number(), nextLookMs: ms });

const State = z.discriminatedUnion('is', [
  z.object({ is: z.literal('awaiting-approval') }),
  z.object({ is: z.literal('undoable'), sinceMs: ms, untilMs: ms }),
  z.object({
    is: z.literal('posting'),
    sinceMs: ms,
    doubt: z.optional(Doubt),
    waitingSinceMs: z.optional(ms),
    readyAtMs: z.optional(ms),
  }),
  z.object({
    is: z.literal('waiting'),
    because: z.enum(['not-ready', 'rate-limited', 'unreachable']),
    untilMs: ms,
    sinceMs: ms,
    readyAtMs: z.optional(ms),
    keyRefused: z.optional(z.boolean()),
  }),
  z.object({
    is: z.literal('recorded'),
    atMs: ms,
    resolved: z.boolean(),
    processedAtMs: z.optional(ms),
  }),
  // `message` says why. `because` is for the bridge, which can handle a reason that it does not know.
  z.object({
    is: z.literal('failed'),
    because: z.string(),
    message: z.string(),
    mayBeRecorded: z.boolean(),
    atMs: ms,
  }),
  z.object({ is: z.literal('undone'), by: Person, atMs: ms }),
  z.object({ is: z.literal('declined'), by: Person, atMs: ms }),
]);

const Decision = z.object({
  id: z.string(),
  outcome: z.enum(OUTCOMES),
  comment: z.nullable(z.string()),
  eventIds: z.array(z.string()),
  by: Person,
  place: z.string(),
  clickedAtMs: ms,
  overrides: z.nullable(z.string()),
  state: State,
  approvedBy: z.nullable(Person),
  episode: z.number(),
  replaces: z.optional(z.string()),
  was: z.optional(z.enum(OUTCOMES)),
});

const Claim = z.object({ id: z.string(), by: Person, place: z.string(), atMs: ms, episode: z.number() });

const TakenStep = z.object({
  n: z.number(),
  route: z.string(),
  step: z.number(),
  afterMs: ms,
  atMs: ms,
  to: z.array(z.string()),
});

const Row = z.object({
  domain: z.string(),
  caseId: z.string(),
  version: z.number(),
  decision: z.nullable(Decision),
  before: z.nullish(Decision),
  failedOverride: z.nullish(Decision),
  claim: z.nullish(Claim),
  trail: z.array(z.object({ atMs: ms, what: z.string(), id: z.string(), by: z.nullable(Person) })),
  refused: z.optional(z.array(z.object({ id: z.string(), because: z.string() }))),
  trimmed: z.optional(z.number()),
  createdAtMs: z.optional(ms),
  steps: z.optional(z.array(TakenStep)),
  leftMs: z.optional(ms),
  owed: z.nullish(z.enum(['step', 'claim-ended'])),
  lookMs: z.nullish(ms),
  lookedAt: z.optional(z.number()),
});

export const readAnswer = createVersionedReader<Answer>('what people did about a case', ANSWER_FORMAT, Row);
