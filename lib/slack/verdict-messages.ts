import type { Authorization } from '../verdict/authorize.ts';
import type { DecisionRequest, Person } from '../verdict/case-verdict.ts';
import { type Reply, VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../verdict/message.ts';
import type { BlockActions, SlackUser } from './interaction.ts';
import type { Target } from './target.ts';

/** Who clicked, when, and where they can be answered. */
export interface Clicked {
  readonly by: Person;
  readonly reply: Reply | null;
  readonly clickId: string;
  readonly atMs: number;
}

export const personOf = ({ id, name }: SlackUser): Person => ({ surface: 'slack', id, name });

/** A message that only one person sees cannot be replaced for everyone. */
export const replyTo = ({
  responseUrl,
  channelId,
  messageTs,
  message,
  ephemeral,
  user,
}: BlockActions): Reply => ({
  surface: 'slack',
  responseUrl,
  channel: channelId,
  messageTs: ephemeral ? null : messageTs,
  threadTs: message?.threadTs ?? null,
  userId: user.id,
});

export const decideMessage = (
  target: Target,
  { by, reply, clickId, atMs }: Clicked,
  decided: Pick<DecisionRequest, 'outcome' | 'comment' | 'overrides'> & { eventIds: readonly string[] },
): VerdictMessage => ({
  ...about(target, reply),
  kind: 'decide',
  createdAtMs: target.createdAtMs,
  request: { ...decided, id: clickId, by, place: target.destination, clickedAtMs: atMs },
});

export const secondThoughtMessage = (
  kind: 'undo' | 'approve' | 'decline' | 'retry',
  target: Target,
  { by, reply, clickId, atMs }: Clicked,
): VerdictMessage => ({
  ...about(target, reply),
  kind,
  // Every such button names its decision. One that does not is answered like one of long ago.
  decisionId: target.decisionId ?? 'none',
  by,
  place: target.destination,
  clickId,
  atMs,
});

export const deniedMessage = (
  { reason }: Exclude<Authorization, { is: 'allowed' }>,
  what: string,
  target: Target,
  { by, reply, clickId, atMs }: Clicked,
): VerdictMessage => ({
  ...about(target, reply),
  kind: 'denied',
  by,
  place: target.destination,
  clickId,
  atMs,
  what,
  why: reason,
});

const about = ({ domain, caseId }: Target, reply: Reply | null) => ({
  v: VERDICT_MESSAGE_VERSION as typeof VERDICT_MESSAGE_VERSION,
  domain,
  caseId,
  reply,
});
