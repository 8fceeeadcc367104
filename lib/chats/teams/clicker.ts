import type { Person } from '../../case/answer.ts';
import type { CardClick, TeamsUser } from './activity.ts';

const LONGEST_NAME = 200;

/** Null for somebody of whom Teams does not say who it is. */
export const personOf = ({ aadObjectId, name }: TeamsUser): Person | null =>
  aadObjectId === null ? null : { surface: 'teams', id: aadObjectId, name: name.slice(0, LONGEST_NAME) };

/** Teams does not always say where somebody is at home. */
export const isForeign = ({ tenantId }: TeamsUser, home: string | undefined): boolean =>
  !!tenantId && tenantId.toLowerCase() !== home?.toLowerCase();

/** Where the click was; there is no private address to answer to, as Slack has. */
export const replyTo = ({ conversation, messageId, user }: CardClick) => ({
  surface: 'teams' as const,
  conversation,
  activity: messageId,
  userId: user.aadObjectId,
});
