import * as z from 'zod/mini';
import { THREAT_TYPES } from '../posture/schemas/case.ts';
import { readSeverity, SEVERITIES, type Severity } from '../posture/severity.ts';
import { FEEDS, type Feed } from './poll-settings.ts';
import { quoted } from './schema/config-problem.ts';
import { readHours } from './schema/hours.ts';
import { nearest } from './schema/nearest.ts';
import { choice, oneOrMany, strict, textThat } from './schema/strict.ts';

export const CONDITION_FIELDS = [
  'domain',
  'feed',
  'threatType',
  'category',
  'subcategory',
  'severity',
  'highestSeverity',
  'source',
  'signalType',
  'user',
  'text',
  'during',
] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

/** Only cases have these: next to `feed: 'threats'` none of them can ever hold. */
export const CASE_ONLY_FIELDS = ['threatType', 'severity', 'highestSeverity', 'signalType'] as const;

type OneOrMany<T> = T | readonly T[];
type ThreatType = (typeof THREAT_TYPES)[number] | (string & {});

/** Every key must hold; a list holds if any of its values does. Case is ignored. */
export interface ConditionInput {
  readonly domain?: OneOrMany<string>;
  readonly feed?: OneOrMany<Feed>;
  /** Of a case. */
  readonly threatType?: OneOrMany<ThreatType>;
  /** Of the threat, or of any event of the case. */
  readonly category?: OneOrMany<string>;
  readonly subcategory?: OneOrMany<string>;
  /** Of any event of the case. */
  readonly severity?: OneOrMany<string>;
  /** Of the case: the worst severity of its events, as its message shows it. */
  readonly highestSeverity?: OneOrMany<Severity>;
  readonly source?: OneOrMany<string>;
  /** Of any event of the case. */
  readonly signalType?: OneOrMany<string>;
  /** The person's email; `*` stands for any characters and `?` for one. */
  readonly user?: OneOrMany<string>;
  /** A part of the title, brief or summary, including those of a case's events. */
  readonly text?: OneOrMany<string>;
  /** When it was created, in a time zone: `'Mon-Fri 08:00-18:00 Europe/Berlin'`. */
  readonly during?: OneOrMany<string>;
  readonly any?: readonly ConditionInput[];
  readonly all?: readonly ConditionInput[];
  readonly not?: ConditionInput;
}

export type Condition = {
  readonly [K in Exclude<ConditionField, 'feed' | 'highestSeverity'>]?: readonly string[];
} & {
  readonly feed?: readonly Feed[];
  readonly highestSeverity?: readonly Severity[];
  readonly any?: readonly Condition[];
  readonly all?: readonly Condition[];
  readonly not?: Condition;
};

export const MAX_CONDITION_DEPTH = 10;

const lengthProblem = (text: string, atMost: number): string | null => {
  if (!text.trim()) return 'is empty';
  return text.length > atMost ? `is longer than ${atMost} characters` : null;
};

const word = textThat((text) => lengthProblem(text, 200));

/**
 * The API may add threat types, so any text is accepted; but one that is a keystroke away from a known type is a typo,
 * and a route that silently matches nothing loses cases.
 */
const threatType = textThat((text) => {
  const length = lengthProblem(text, 200);
  if (length || THREAT_TYPES.some((known) => known === text.toLowerCase())) return length;
  const suggestion = nearest(text, THREAT_TYPES, 1);
  return suggestion === undefined
    ? null
    : { message: `unknown threat type, did you mean "${suggestion}"?`, suggestion };
});

/** Tools use many words for a severity, which are all understood. One that is nearly a severity is a typo. */
const severity = textThat((text) => {
  const length = lengthProblem(text, 200);
  if (length || readSeverity(text)) return length;
  const suggestion = /\d/.test(text) ? undefined : nearest(text, SEVERITIES);
  return suggestion === undefined
    ? null
    : { message: `is no severity${quoted(text)}, did you mean "${suggestion}"?`, suggestion };
});

function hoursProblem(text: string): string | null {
  const hours = readHours(text);
  return typeof hours === 'string' ? hours : null;
}

const fields = {
  domain: z.optional(oneOrMany(word)),
  feed: z.optional(oneOrMany(choice(FEEDS))),
  threatType: z.optional(oneOrMany(threatType)),
  category: z.optional(oneOrMany(word)),
  subcategory: z.optional(oneOrMany(word)),
  severity: z.optional(oneOrMany(severity)),
  highestSeverity: z.optional(oneOrMany(choice(SEVERITIES))),
  source: z.optional(oneOrMany(word)),
  signalType: z.optional(oneOrMany(word)),
  // An address has at most 254 characters; the limit also bounds the work of matching a glob.
  user: z.optional(oneOrMany(textThat((text) => lengthProblem(text, 320)))),
  text: z.optional(oneOrMany(textThat((text) => lengthProblem(text, 1000)))),
  during: z.optional(oneOrMany(textThat(hoursProblem))),
} satisfies Record<ConditionField, z.ZodMiniType>;

// Written out level by level instead of recursively, so that an object that contains itself ends here too.
const conditionAt = (depth: number): z.ZodMiniType => {
  const inner = depth < MAX_CONDITION_DEPTH ? nested(conditionAt(depth + 1)) : tooDeep;
  const list = z.optional(z.array(inner).check(z.minLength(1, 'is empty')));
  return strict({ ...fields, any: list, all: list, not: z.optional(inner) });
};

const tooDeep: z.ZodMiniType = z.custom(
  () => false,
  `is nested too deep: at most ${MAX_CONDITION_DEPTH} levels`,
);

const nested = (condition: z.ZodMiniType): z.ZodMiniType =>
  condition.check(
    z.refine(
      (value) => Object.values(value as object).some((part) => part !== undefined),
      'is empty: say what must hold, or leave it out',
    ),
  );

export const Condition = conditionAt(1) as z.ZodMiniType<Condition, ConditionInput>;
