import type { Person } from '../case/answer.ts';
import { WEBHOOK } from '../config/webhooks.ts';

/** A system that decides, under the name of its destination. For whom it decided is only its claim, and is only shown. */
export const systemPerson = (destination: string, forWhom: string | null): Person => ({
  surface: WEBHOOK,
  id: destination,
  name: forWhom === null ? destination : `${destination} (for ${forWhom})`,
});

export const isSystem = ({ surface }: Person): boolean => surface === WEBHOOK;
