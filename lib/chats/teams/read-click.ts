import { createHash } from 'node:crypto';
import type { Seal } from '../../base/seal.ts';
import type { Person } from '../../case/answer.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { BulkEntries } from '../document/bulk-press.ts';
import type { Press } from '../document/press.ts';
import { FIELDS, type FormEntries } from '../document/read-form.ts';
import { type Click, readButton } from '../presses/click.ts';
import { pressedAtMs } from '../presses/pressed-at.ts';
import type { CardClick, PersonalMessage, TeamsUser } from './activity.ts';

const LONGEST_NAME = 200;

/** Null for somebody of whom Teams does not say who it is. */
const personOf = ({ aadObjectId, name }: TeamsUser): Person | null =>
  aadObjectId === null ? null : { surface: 'teams', id: aadObjectId, name: name.slice(0, LONGEST_NAME) };

/** Teams does not always say where somebody is at home. */
const isForeign = ({ tenantId }: TeamsUser, home: string | undefined): boolean =>
  !!tenantId && tenantId.toLowerCase() !== home?.toLowerCase();

export interface ReadClickParts {
  /** What Teams says about its people, at the address that a click came from. */
  readonly directoryAt: (serviceUrl: string) => ChatDirectory;
  /** Of the bot. */
  readonly tenantId: string | undefined;
  readonly nowMs: number;
}

/** Null where Teams does not say who it was. */
export function clickOf(
  activity: CardClick | PersonalMessage,
  { directoryAt, tenantId, nowMs }: ReadClickParts,
): Click | null {
  const { user, origin } = activity;
  const by = personOf(user);
  if (by === null) return null;
  const isTyped = activity.kind === 'personal-message';
  const id = isTyped ? askIdOf(activity) : clickIdOf(activity);
  return {
    id,
    by,
    atMs: pressedAtMs(isTyped ? null : (activity.sentAtMs ?? null), nowMs),
    channelId: isTyped ? (activity.channel ?? activity.conversation) : activity.channel,
    isOutsider: isForeign(user, tenantId),
    directory: directoryAt(origin.serviceUrl),
    reply: { surface: 'teams', ...whereOf(activity), userId: by.id, click: id },
  };
}

/** Where the notifier can tell the person something alone. In a channel it has to say to whom. */
export function whereOf(activity: CardClick | PersonalMessage) {
  const { serviceUrl } = activity.origin;
  const recipient = activity.user.id ?? null;
  if (activity.kind === 'personal-message') {
    const { conversation, channel } = activity;
    return { conversation, serviceUrl, ...(channel !== undefined && { recipient }) };
  }
  const { conversation, messageId, personal } = activity;
  return personal === undefined
    ? { conversation, activity: messageId, serviceUrl, recipient }
    : { conversation: personal, serviceUrl };
}

/** A click that Teams delivers again has the same id. A second click is another activity. */
export const clickIdOf = ({ via, activityId, conversation, messageId, verb, user }: CardClick): string =>
  hashOf(['teams', via, user.aadObjectId, conversation, messageId, verb, activityId]);

/** The same for a command. */
export const askIdOf = ({ user, conversation, activityId }: PersonalMessage): string =>
  hashOf(['teams', 'ask', user.aadObjectId, conversation, activityId]);

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** On a card each name stands once, so the comment of each outcome has its own. */
export const commentName = (outcome: Outcome): string => `${FIELDS.comment}-${outcome}`;

type Entries = CardClick['entries'];

/** What a button of a card asks for; `outdated` and null as with every button. */
export const readRequest = ({ verb, entries }: CardClick, seal: Pick<Seal, 'isGenuine'> | null) =>
  readButton(verb, entries.target, seal, {
    formEntries: (press) => formEntries(press, entries),
    bulkEntries: () => bulkEntries(entries),
  });

/** What was entered for a press. Each button that unfolds has inputs of its own. */
function formEntries(press: Press, entries: Entries): FormEntries {
  if (press.is === 'outcome') {
    return { outcome: press.outcome, comment: textIn(entries, commentName(press.outcome)), eventIds: [] };
  }
  return {
    outcome: textIn(entries, FIELDS.outcome),
    comment: textIn(entries, FIELDS.comment),
    eventIds: listIn(entries, FIELDS.events),
  };
}

const bulkEntries = (entries: Entries): BulkEntries => ({
  outcome: textIn(entries, FIELDS.outcome),
  comment: textIn(entries, FIELDS.comment),
  chosen: listIn(entries, FIELDS.cases),
});

/** Teams joins what was chosen with commas. */
const listIn = (entries: Entries, name: string): readonly string[] =>
  (textIn(entries, name) ?? '').split(',').map((one) => one.trim());

const textIn = (entries: Entries, name: string): string | null => {
  const value = Object.hasOwn(entries, name) ? entries[name] : null;
  return typeof value === 'string' ? value : null;
};
