import { describeIssue } from '../../base/describe-issues.ts';
import { BrokenBodyError, decodeUtf8, readJsonObject } from '../../base/http/json-body.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import { type ActivityLocation, locationOf, type Origin, personalChat } from './activity-location.ts';
import { Activity, CardAction, type RawActivity, Submitted } from './activity-schemas.ts';
import { type ChannelActivity, readChannelNews } from './channel-news.ts';

/** A button. `via`: only an invoke can be answered; clients that do not know it submit a message. */
export interface CardClick extends ActivityLocation {
  readonly kind: 'card-click';
  readonly origin: Origin;
  readonly via: 'invoke' | 'submit';
  readonly activityId: string;
  /** When Teams says that it was sent; its repeats say the same. */
  readonly sentAtMs?: number | null | undefined;
  readonly verb: string;
  /** What the button carries and what was entered. A client may send anything here. */
  readonly entries: Readonly<Record<string, unknown>>;
  /** The message that has the button. */
  readonly messageId: string | null;
  /** The chat of one person with the bot, if it was pressed there. */
  readonly personal?: string | undefined;
  readonly user: TeamsUser;
}

export interface TeamsUser {
  readonly aadObjectId: string | null;
  /** As bots name them, and as they are named to be told something alone: `29:...` */
  readonly id?: string | null | undefined;
  readonly name: string;
  /** Where they are at home, where Teams says so. */
  readonly tenantId?: string | null | undefined;
}

/** What somebody wrote to the bot alone: in their chat with it, or as a slash command in a channel. */
export interface PersonalMessage {
  readonly kind: 'personal-message';
  readonly origin: Origin;
  readonly activityId: string;
  readonly conversation: string;
  /** Where it was a slash command. */
  readonly channel?: string | undefined;
  readonly text: string;
  readonly user: TeamsUser;
}

export type TeamsActivity =
  | CardClick
  | PersonalMessage
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
  const found = toClick(raw) ?? toPersonalMessage(raw) ?? readChannelNews(raw);
  if (found) return { ...found, origin };
  return { kind: 'ignored', origin, type: /^[\w./-]{1,60}$/.test(raw.type) ? raw.type : 'without a name' };
}

const originOf = ({ serviceUrl, channelId, channelData, conversation }: RawActivity): Origin => ({
  serviceUrl,
  channelId,
  // Where it happened. Who clicks may be at home elsewhere: whether they may decide is for the rules to say.
  // An empty one names none, as in Microsoft's own SDK; the others have to be ours all the same.
  tenantIds: [channelData?.tenant?.id, conversation?.tenantId].filter((id) => !!id) as string[],
});

function toClick(raw: RawActivity): Omit<CardClick, 'origin'> | null {
  const pressed = pressedIn(raw);
  if (!pressed) return null;
  const { id, replyToId } = raw;
  const personal = personalChat(raw);
  if (!id) throw new BrokenBodyError('id: missing, expected string');
  return {
    kind: 'card-click',
    ...pressed,
    ...locationOf(raw),
    activityId: id,
    sentAtMs: readMoment(raw.timestamp),
    messageId: replyToId ?? null,
    ...(personal !== null && { personal }),
    user: userIn(raw),
  };
}

const userIn = ({ from }: RawActivity): TeamsUser => ({
  aadObjectId: from?.aadObjectId || null,
  id: from?.id || null,
  name: from?.name ?? '',
  tenantId: from?.tenantId || null,
});

/** Without a value: with one it is a button of another version. */
function toPersonalMessage(raw: RawActivity): Omit<PersonalMessage, 'origin'> | null {
  const { type, id, text, value, recipient } = raw;
  const isWritten = type === 'message' && (value === undefined || value === null);
  const here = recipient?.isTargeted === true ? locationOf(raw) : null;
  const conversation = personalChat(raw) ?? (here?.channel ? here.conversation : null);
  if (conversation === null || !isWritten || !text?.trim()) return null;
  if (!id) throw new BrokenBodyError('id: missing, expected string');
  const words = text
    .replace(/<at>[^<]*<\/at>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/^\s*\//, '');
  const where = here?.channel ? { conversation, channel: here.channel } : { conversation };
  return { kind: 'personal-message', activityId: id, ...where, text: words, user: userIn(raw) };
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
