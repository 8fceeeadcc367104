import { NotFoundError } from '../../../posture/posture-errors.ts';
import { type DomainAnswer, nothing } from './command-context.ts';

/** What the platform does not know is an answer too. */
export async function answeredUnlessNotFound(
  none: string,
  answer: () => Promise<DomainAnswer>,
): Promise<DomainAnswer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotFoundError) return nothing(none);
    throw error;
  }
}
