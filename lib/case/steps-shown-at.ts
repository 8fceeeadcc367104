import type { Answer, TakenStep } from './answer.ts';

/** An escalation step that was taken, as one place shows it. */
export interface StepAtPlace extends TakenStep {
  /** This step sent the case to this place. */
  readonly brought?: boolean | undefined;
}

/** What must be known about a place to tell which steps it shows. */
export interface CameHere {
  readonly key: { readonly destination: string };
  /** When this place received the case. */
  readonly handedOverAtMs?: number | undefined;
}

/** The steps that a place shows: those after it received the case, and the one that brought the case there. */
export function stepsShownAt(
  { key, handedOverAtMs = 0 }: CameHere,
  answer: Pick<Answer, 'steps'> | null,
): readonly StepAtPlace[] {
  const steps = answer?.steps ?? [];
  const isSince = ({ atMs }: TakenStep) => atMs > handedOverAtMs;
  const brought = steps.findLast((step) => !isSince(step) && step.to.includes(key.destination));
  return [...(brought ? [{ ...brought, brought: true }] : []), ...steps.filter(isSince)];
}
