import type { Person } from '../case/answer.ts';
import { WEBHOOK } from '../config/webhooks.ts';

/** A system that decides, under the name of its destination. Whom it did so for is only its word, and is only shown. */
export const systemPerson = (destination: string, forWhom: string | null): Person => ({
  surface: WEBHOOK,
  id: destination,
  name: forWhom === null ? destination : `${destination} (for ${forWhom})`,
});

export const isSystem = ({ surface }: Person): boolean => surface === WEBHOOK;

/** Whom a system says that it decided for. */
export function claimedBy({ id, name }: Person): string | null {
  const start = `${id} (for `;
  return name.startsWith(start) && name.endsWith(')') ? name.slice(start.length, -1) : null;
}
