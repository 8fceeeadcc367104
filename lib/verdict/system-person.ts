import type { Person } from '../case/answer.ts';
import { WEBHOOK } from '../config/webhooks.ts';

/** Who decided by a link and gave no name. */
export const WHOEVER = 'somebody who opened its link';

/**
 * A system that decides, under the name of its destination. For whom it decided is only its claim: it is shown between marks
 * that it cannot close, so that it never reads as words of ours.
 */
export const systemPerson = (destination: string, forWhom: string | null): Person => ({
  surface: WEBHOOK,
  id: destination,
  name: forWhom === null ? destination : `${destination} (for ${claimed(forWhom)})`,
});

const claimed = (forWhom: string): string =>
  forWhom === WHOEVER ? forWhom : `“${forWhom.replace(/["“”„‟″«»＂〝〞〟]/gu, "'")}”`;

export const isSystem = ({ surface }: Person): boolean => surface === WEBHOOK;
