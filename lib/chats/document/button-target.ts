import * as z from 'zod/mini';
import type { Seal, SealOf } from '../../platform/seal.ts';
import type { CaseStory } from './case-story.ts';

/** The case that a press is about. */
export interface Target {
  readonly domain: string;
  readonly caseId: string;
  readonly destination: string;
  /** When the case was opened: the API finds a case only by its age. */
  readonly createdAtMs: number;
  /** What the press is about: the decision to undo, approve, retry or override; the claim to take over or hand back. */
  readonly decisionId: string | null;
  /** Of the case, when the button was drawn: one of an earlier episode does nothing any more. */
  readonly episode?: number | undefined;
}

export const targetOf = ({
  domain,
  caseId,
  destination,
  openedAtMs,
  episode,
}: CaseStory): Omit<Target, 'decisionId'> => ({
  domain,
  caseId,
  destination,
  createdAtMs: openedAtMs,
  episode,
});

/** What the buttons of a case carry, as text; null when its ids are too long for a button. */
export function targetsOf(
  story: CaseStory,
): { readonly onCase: string; readonly onDecision: string; readonly onClaim: string } | null {
  const { standing, claim, sealOf } = story;
  const decisionId = standing.is === 'decided' ? standing.decision.id : null;
  const onCase = writeTarget({ ...targetOf(story), decisionId: null }, sealOf);
  const on = (id: string | null) =>
    id === null ? onCase : writeTarget({ ...targetOf(story), decisionId: id }, sealOf);
  const [onDecision, onClaim] = [on(decisionId), on(claim?.id ?? null)];
  return onCase === null || onDecision === null || onClaim === null ? null : { onCase, onDecision, onClaim };
}

// Every button carries it and all of a message has to stay small. Uuids need a third.
const LONGEST = 600;

/**
 * As text for a button; null when the ids are too long for one, and then there is nothing to press. ASCII without
 * `& < >`, which some chats hand back as entities.
 */
export function writeTarget(target: Target, sealOf?: SealOf): string | null {
  const fields = fieldsOf(target);
  const value = asciiJson(sealOf ? { ...fields, s: sealOf(sealedText(target)) } : fields);
  return value.length <= LONGEST ? value : null;
}

const fieldsOf = ({ domain, caseId, destination, createdAtMs, decisionId, episode }: Target) => ({
  d: domain,
  c: caseId,
  n: destination,
  t: createdAtMs,
  ...(decisionId === null ? {} : { x: decisionId }),
  ...(episode === undefined ? {} : { e: episode }),
});

/** The kind first: what was sealed as something else is no button. */
const sealedText = (target: Target): string => `button ${asciiJson(fieldsOf(target))}`;

export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[&<>\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** No longer than the verdict queue takes them: a client may send any. */
const name = z.string().check(z.minLength(1), z.maxLength(500));

const Value = z.object({
  d: z.string().check(z.minLength(1)),
  c: z.string().check(z.minLength(1)),
  n: name,
  t: z.int(),
  x: z.optional(name),
  e: z.optional(z.int()),
  s: z.optional(z.string()),
});

/** Written by the bridge, or not: what has no seal was altered, too. */
export type Origin = 'genuine' | 'altered';

export interface ReadTarget {
  readonly target: Target;
  readonly origin: Origin;
}

export function readTarget(value: unknown, seal: Pick<Seal, 'isGenuine'> | null): ReadTarget | null {
  const read = Value.safeParse(parseJson(value));
  if (!read.success) return null;
  const { d, c, n, t, x, e, s } = read.data;
  const target = {
    domain: d,
    caseId: c,
    destination: n,
    createdAtMs: t,
    decisionId: x ?? null,
    ...(e !== undefined && { episode: e }),
  };
  return { target, origin: seal?.isGenuine(sealedText(target), s ?? '') ? 'genuine' : 'altered' };
}

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
