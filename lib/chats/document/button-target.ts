import * as z from 'zod/mini';
import type { Seal, SealOf } from '../../base/seal.ts';
import type { CaseStory } from './case-story.ts';
import { type Origin, sealedValue } from './sealed-value.ts';

/** The case that a press is about. */
export interface Target {
  readonly domain: string;
  readonly caseId: string;
  readonly destination: string;
  /** When the case was opened: the API finds a case only by its age. */
  readonly createdAtMs: number;
  /** What the press is about: the decision to undo, approve, retry or override; the claim to take over or hand back. */
  readonly decisionId: string | null;
  /** The episode of the case when the button was drawn. A button of an earlier episode does nothing. */
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

// Every button carries a target, and a message has to stay small. Uuids need a third of this.
const LONGEST = 600;

/** The longest name that the verdict queue takes: a client may send anything. */
const name = z.string().check(z.minLength(1), z.maxLength(500));

const BUTTON = /* @__PURE__ */ sealedValue('button', LONGEST, {
  d: z.string().check(z.minLength(1)),
  c: z.string().check(z.minLength(1)),
  n: name,
  t: z.int(),
  x: z.optional(name),
  e: z.optional(z.int()),
});

/** The value of a button; null when the ids are too long, and then the message has no such button. */
export const writeTarget = (
  { domain, caseId, destination, createdAtMs, decisionId, episode }: Target,
  sealOf?: SealOf,
): string | null =>
  BUTTON.write(
    {
      ...{ d: domain, c: caseId, n: destination, t: createdAtMs },
      ...(decisionId === null ? {} : { x: decisionId }),
      ...(episode === undefined ? {} : { e: episode }),
    },
    sealOf,
  );

export interface ReadTarget {
  readonly target: Target;
  readonly origin: Origin;
}

export function readTarget(value: unknown, seal: Pick<Seal, 'isGenuine'> | null): ReadTarget | null {
  const read = BUTTON.read(value, seal);
  if (!read) return null;
  const { d, c, n, t, x = null, e } = read.fields;
  const target = { domain: d, caseId: c, destination: n, createdAtMs: t, decisionId: x };
  return { target: e === undefined ? target : { ...target, episode: e }, origin: read.origin };
}
