import { createHash } from 'node:crypto';
import type { CardClick } from './activity.ts';

/** Names one click. Delivered again it has the same name; a second click is another activity. */
export function clickIdOf({ via, activityId, conversation, messageId, verb, user }: CardClick): string {
  const parts = JSON.stringify(['teams', via, user.aadObjectId, conversation, messageId, verb, activityId]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}
