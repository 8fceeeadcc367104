import type { RawActivity } from './activity-schemas.ts';

/** What binds the body of a request to its token. */
export interface Origin {
  readonly serviceUrl: string;
  readonly channelId: string;
  /** The tenants of every field that names one. */
  readonly tenantIds: readonly string[];
}

/** Where in Teams an activity happened. */
export interface ActivityLocation {
  /** `19:...@thread.tacv2`, of private and shared channels too; null for what is in no channel. */
  readonly channel: string | null;
  /** The channel, and the thread in it. */
  readonly conversation: string | null;
}

/** A team, as bots know it: by the id of its General channel. `group`: as Entra and Graph know it, where Teams said so. */
export interface TeamName {
  readonly id: string;
  readonly group: string | null;
}

const CHANNEL = /^(19:[A-Za-z0-9_-]{1,200}@thread\.(?:tacv2|skype))(?:;messageid=\d{1,30})?$/;
const GROUP = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a channel alone, without the thread in it. */
export const channelId = (text: string | null | undefined): string | null =>
  CHANNEL.exec(text ?? '')?.[1] ?? null;

const PERSONAL = /^a:[A-Za-z0-9_-]{1,300}$/;

/** The chat of one person with the bot; null for every other place. */
export const personalChat = ({ conversation, channelData }: RawActivity): string | null =>
  conversation?.conversationType === 'personal' && !channelData?.team && PERSONAL.test(conversation.id ?? '')
    ? (conversation.id ?? null)
    : null;

/** Two fields name the channel. If they differ, the bridge trusts neither of them. An empty one names none. */
export function locationOf({ conversation, channelData }: RawActivity): ActivityLocation {
  const inConversation = channelId(conversation?.id);
  const named = channelData?.channel?.id || inConversation;
  return {
    channel: named === inConversation ? inConversation : null,
    conversation: inConversation === null ? null : (conversation?.id ?? null),
  };
}

export function teamOf({ channelData }: RawActivity): TeamName | null {
  const id = channelId(channelData?.team?.id);
  const group = channelData?.team?.aadGroupId ?? '';
  return id === null ? null : { id, group: GROUP.test(group) ? group.toLowerCase() : null };
}
