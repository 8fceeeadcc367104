import { createHash } from 'node:crypto';
import type { CardClick, PersonalMessage } from './activity.ts';

/** Names one click. Delivered again it has the same name; a second click is another activity. */
export function clickIdOf({ via, activityId, conversation, messageId, verb, user }: CardClick): string {
  return hashOf(['teams', via, user.aadObjectId, conversation, messageId, verb, activityId]);
}

/** Names one command. */
export const askIdOf = ({
  user,
  conversation,
  activityId,
}: Pick<PersonalMessage, 'user' | 'conversation' | 'activityId'>): string =>
  hashOf(['teams', 'ask', user.aadObjectId, conversation, activityId]);

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
