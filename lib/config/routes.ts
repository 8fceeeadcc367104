import * as z from 'zod/mini';
import { Condition } from './condition.ts';
import { Dedupe } from './dedupe.ts';
import { Escalation } from './escalation.ts';
import { MentionsBySeverity } from './mention-schema.ts';
import { addressProblem, shaped } from './schema/setting-fields.ts';
import { oneOrMany, strict, textThat } from './schema/strict.ts';
import { ScopedVerdicts } from './verdicts.ts';

export const ROUTE_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,62}[\p{L}\p{N}])?$/u;

/** Short enough for every message. */
const LONGEST_RUNBOOK = 250;
/** A page may keep its own address after the `#`. */
const Runbook = textThat((text) =>
  text.length > LONGEST_RUNBOOK
    ? `must be at most ${LONGEST_RUNBOOK} characters long`
    : addressProblem(text.replace(/#[^#]*$/, '')),
);

const flag = z._default(z.boolean(), false);

const Route = strict({
  /** Shown in logs, metrics and explanations; `route-<n>` unless given. */
  name: z.optional(
    shaped(ROUTE_NAME, 'must be 1 to 64 letters, digits, spaces, dots, dashes and underscores'),
  ),
  /** What must hold; matches everything unless given. */
  when: z.prefault(Condition, {}),
  to: oneOrMany(z.string()),
  /** If it matches, later routes are skipped. A shadow route never stops anything. */
  final: flag,
  /** Counts and logs what it would do, and does nothing. */
  shadow: flag,
  /** Replies in a thread are also shown in the channel. */
  broadcast: flag,
  /** Whom the message of a new case mentions, by severity; nobody unless given. */
  mention: z.optional(MentionsBySeverity),
  /** How a case that nobody answers is escalated: steps in order, each after a time by severity. */
  escalation: Escalation,
  /** Of similar items within a time, chats show the first, and list the others afterwards. */
  dedupe: Dedupe,
  /** What to do about what this route sends: messages of its cases lead there. */
  runbook: z.optional(Runbook),
  /** Who may decide what this route sends, instead of the domain's rule. */
  verdicts: ScopedVerdicts,
});

export const defaultRouteName = (index: number): string => `route-${index + 1}`;

export const Routes = z.pipe(
  z.array(Route).check(z.minLength(1, 'is empty: nothing would be sent anywhere')),
  z.transform((routes: z.output<typeof Route>[]) =>
    routes.map(({ name, ...route }, index) => ({ name: name ?? defaultRouteName(index), ...route })),
  ),
);
