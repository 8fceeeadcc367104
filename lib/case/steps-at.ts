import type { Answer, TakenStep } from './answer.ts';

/** A step that was taken because nobody answered, at one place. */
export interface UnansweredStep extends TakenStep {
  /** The case came to this place with it. */
  readonly brought?: boolean | undefined;
}

/** What a place has to be known for to say which steps it tells. */
export interface CameHere {
  readonly key: { readonly destination: string };
  /** When the case came here. */
  readonly handedOverAtMs?: number | undefined;
}

/** The steps that a place tells: those since the case came there, and the one that it came with. */
export function stepsAt(
  { key, handedOverAtMs = 0 }: CameHere,
  answer: Pick<Answer, 'steps'> | null,
): readonly UnansweredStep[] {
  const steps = answer?.steps ?? [];
  const isSince = ({ atMs }: TakenStep) => atMs > handedOverAtMs;
  const brought = steps.findLast((step) => !isSince(step) && step.to.includes(key.destination));
  return [...(brought ? [{ ...brought, brought: true }] : []), ...steps.filter(isSince)];
}
