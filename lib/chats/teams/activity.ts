import { describeIssue } from '../../platform/describe-issues.ts';
import { BrokenBodyError, decodeUtf8, readJsonObject } from '../../platform/http/json-body.ts';
import { Activity, CardAction, type RawActivity, Submitted } from './activity-schemas.ts';

/** By what a body is bound to its token. */
export interface Origin {
  readonly serviceUrl: string;
  readonly channelId: string;
  /** Of every place that names one. */
  readonly tenantIds: readonly string[];
}

/** Where in Teams it happened. */
export interface Whereabouts {
  /** `19:...@thread.tacv2`; null for what is in no channel. */
  readonly channel: string | null;
  /** The channel, and the thread in it. */
  readonly conversation: string | null;
}

/** A button. `via`: only an invoke can be answered. */
export interface CardClick extends Whereabouts {
  readonly kind: 'card-click';
  readonly origin: Origin;
  readonly via: 'invoke' | 'submit';
  readonly activityId: string;
  readonly verb: string;
  /** What the button carries and what was entered. A client may send anything here. */
  readonly entries: Readonly<Record<string, unknown>>;
  /** The message that has the button. */
  readonly messageId: string | null;
  /** `tenantId`: where they are at home, where Teams says so. */
  readonly user: {
    readonly aadObjectId: string | null;
    readonly name: string;
    readonly tenantId?: string | null | undefined;
  };
}

/** The bot was added somewhere or spoken to, or may not post there any more. */
export interface ChannelActivity extends Whereabouts {
  readonly kind: 'channel-news';
  readonly origin: Origin;
  /** Of what Teams sent; it may send the same again. */
  readonly activityId: string;
  readonly news: 'added' | 'mentioned' | 'seen' | 'removed';
}

export type TeamsActivity =
  | CardClick
  | ChannelActivity
  /** Genuine, and nothing we do anything for: answered with 200 and logged. */
  | { readonly kind: 'ignored'; readonly origin: Origin; readonly type: string };

/** Reads what Teams sent, once its token is verified. Throws a BrokenBodyError. */
export function readActivity(rawBody: Uint8Array): TeamsActivity {
  const payload = readJsonObject(decodeUtf8(rawBody));
  const read = Activity.safeParse(payload);
  if (!read.success) {
    throw new BrokenBodyError(read.error.issues.map((issue) => describeIssue(issue, payload)).join('; '));
  }
  const raw = read.data;
  const origin = originOf(raw);
  const found = toClick(raw) ?? toChannelNews(raw);
  if (found) return { ...found, origin };
  return { kind: 'ignored', origin, type: /^[\w./-]{1,60}$/.test(raw.type) ? raw.type : 'without a name' };
}

const originOf = ({ serviceUrl, channelId, channelData, conversation }: RawActivity): Origin => ({
  serviceUrl,
  channelId,
  // Where it happened. Who clicks may be at home elsewhere: whether they may decide is for the rules to say.
  tenantIds: [channelData?.tenant?.id, conversation?.tenantId].filter(isGiven),
});

const isGiven = (text: string | null | undefined): text is string => text !== null && text !== undefined;

function toClick(raw: RawActivity): Omit<CardClick, 'origin'> | null {
  const pressed = pressedIn(raw);
  if (!pressed) return null;
  const { id, replyToId, from } = raw;
  if (!id) throw new BrokenBodyError('id: missing, expected string');
  return {
    kind: 'card-click',
    ...pressed,
    ...whereaboutsOf(raw),
    activityId: id,
    messageId: replyToId ?? null,
    user: {
      aadObjectId: from?.aadObjectId || null,
      name: from?.name ?? '',
      tenantId: from?.tenantId ?? null,
    },
  };
}

function pressedIn({ type, name, value }: RawActivity): Pick<CardClick, 'via' | 'verb' | 'entries'> | null {
  if (type === 'invoke' && name === 'adaptiveCard/action') {
    const read = CardAction.safeParse(value);
    if (!read.success) {
      throw new BrokenBodyError(read.error.issues.map((issue) => describeIssue(issue, value)).join('; '));
    }
    const { verb, data } = read.data.action;
    return { via: 'invoke', verb, entries: data ?? {} };
  }
  const submitted = type === 'message' ? Submitted.safeParse(value) : null;
  return submitted?.success ? { via: 'submit', verb: submitted.data.verb, entries: submitted.data } : null;
}

const CHANNEL = /^(19:[A-Za-z0-9_-]{1,200}@thread\.(?:tacv2|skype))(?:;messageid=\d{1,30})?$/;

/** Two places that name the channel have to agree; else nobody knows where it was. */
function whereaboutsOf({ conversation, channelData }: RawActivity): Whereabouts {
  const [, inConversation = null] = CHANNEL.exec(conversation?.id ?? '') ?? [];
  const named = channelData?.channel?.id ?? inConversation;
  return {
    channel: named === inConversation ? inConversation : null,
    conversation: inConversation === null ? null : (conversation?.id ?? null),
  };
}

const REMOVED = new Set(['remove', 'remove-upgrade']);
const GONE_EVENTS = new Set(['channelDeleted', 'teamDeleted', 'teamHardDeleted', 'teamArchived']);

function toChannelNews(raw: RawActivity): Omit<ChannelActivity, 'origin'> | null {
  const { type, id, action, channelData, membersAdded, recipient, value } = raw;
  const here = whereaboutsOf(raw);
  const about = { kind: 'channel-news', activityId: id ?? '' } as const;
  if (type === 'message') {
    // With a value it is a button of another version, and not a person who asks.
    const isAsked = here.channel !== null && (value === undefined || value === null);
    return isAsked ? { ...about, ...here, news: 'mentioned' } : null;
  }
  // Both speak of a channel of the team, and happen in its general one.
  const chosen = channelData?.settings?.selectedChannel?.id ?? channelData?.channel?.id;
  const [, channel = here.channel] = CHANNEL.exec(chosen ?? '') ?? [];
  const where = { ...about, channel, conversation: channel };
  if (type === 'installationUpdate') {
    return { ...where, news: REMOVED.has(action ?? '') ? 'removed' : 'added' };
  }
  if (type !== 'conversationUpdate') return null;
  if (GONE_EVENTS.has(channelData?.eventType ?? '')) return { ...where, news: 'removed' };
  const isAboutUs = recipient?.id && membersAdded?.some(({ id }) => id === recipient.id);
  // Teams says that the bot was added by an installationUpdate too, and one greeting is enough.
  return isAboutUs || channelData?.channel?.id ? { ...where, news: 'seen' } : null;
}
