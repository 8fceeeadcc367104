import type { Marks } from '../events/subscriber.ts';
import type {
  Change,
  ChatChange,
  ChatState,
  Message,
  MessageKey,
  Person,
  SlackModal,
  Snapshot,
} from '../wire.ts';

/** A person, with their ids in the chats. */
export interface KnownPerson extends Person {
  readonly slackId?: string;
  readonly teamsId?: string;
}

/** The id of the person in a chat. */
export const accountIn = ({ slackId, teamsId }: KnownPerson, surface: string): string | undefined =>
  ({ slack: slackId, teams: teamsId })[surface];

/** A person with the ids that the configuration has for them. */
export const withAccounts = (
  person: Person,
  { slack, teams }: Readonly<Partial<Record<'slack' | 'teams', string | undefined>>>,
): KnownPerson => ({
  ...person,
  ...(slack !== undefined && { slackId: slack }),
  ...(teams !== undefined && { teamsId: teams }),
});

/** Whether the person acts under this account. */
export const isAccountOf = (
  person: KnownPerson,
  { surface, id }: { readonly surface: string; readonly id: string },
): boolean => {
  const own = accountIn(person, surface);
  return own !== undefined && own.toLowerCase() === id.toLowerCase();
};

/** Without the ids in Slack and Teams, which the page does not need. */
export const asPerson = ({ id, name, role }: KnownPerson): Person => ({ id, name, role });

/** For each channel, and for each thread. */
export const MOST_MESSAGES = 100;

/** How many earlier messages are loaded at a time. */
export const EARLIER_MESSAGES = 50;

/** A chat as one person sees it, by the id there. */
export interface ChatView {
  state(userId: string | undefined): Pick<ChatState, 'channels' | 'messages'>;
  /** The latest messages before this one, with their replies. */
  earlier(before: MessageKey, userId: string | undefined): readonly Message[];
  /** `hidden`: it exists, but for another person. */
  message(key: MessageKey, userId: string | undefined): Message | 'gone' | 'hidden';
}

export interface SlackView extends ChatView {
  modal(userId: string | undefined): SlackModal | null;
}

/** What is in it is read from the ledger, with the items. */
export interface RealChat {
  readonly isReal: true;
}

type Other = RealChat | { readonly why: string };

/** The chats that are stand-ins; real ones; for the others, why this page cannot show them. */
export interface Chats {
  readonly slack: SlackView | Other;
  readonly teams: ChatView | Other;
}

const isShown = <View extends ChatView>(chat: View | Other): chat is View => 'state' in chat;

const stateIn = (chat: ChatView | Other, userId: string | undefined): ChatState =>
  isShown(chat)
    ? { isStandIn: true, ...chat.state(userId) }
    : { isStandIn: false, ...('why' in chat && { why: chat.why }), channels: [], messages: [] };

/** Both chats as this person sees them. */
export const chatState = (
  { slack, teams }: Chats,
  person: KnownPerson | undefined,
): Pick<Snapshot, 'slack' | 'teams' | 'modal'> => ({
  slack: stateIn(slack, person?.slackId),
  teams: stateIn(teams, person?.teamsId),
  modal: isShown(slack) ? slack.modal(person?.slackId) : null,
});

function changeIn(
  chat: Chats['slack' | 'teams'],
  userId: string | undefined,
  keys: Iterable<MessageKey>,
): ChatChange | undefined {
  if (!isShown(chat)) return undefined;
  const messages: Message[] = [];
  const removed: MessageKey[] = [];
  for (const key of keys) {
    const message = chat.message(key, userId);
    if (message === 'gone') removed.push(key);
    else if (message !== 'hidden') messages.push(message);
  }
  if (messages.length + removed.length === 0) return undefined;
  return {
    ...(messages.length > 0 && { messages: messages.sort(inOrder) }),
    ...(removed.length > 0 && { removed }),
  };
}

/** The current messages at the marked places. */
export function chatChange(
  { slack, teams }: Chats,
  person: KnownPerson | undefined,
  marks: Marks,
): Pick<Change, 'slack' | 'teams' | 'modal'> {
  const inSlack = changeIn(slack, person?.slackId, marks.slack.values());
  const inTeams = changeIn(teams, person?.teamsId, marks.teams.values());
  return {
    ...(inSlack && { slack: inSlack }),
    ...(inTeams && { teams: inTeams }),
    ...(marks.whole.has('modal') && isShown(slack) && { modal: slack.modal(person?.slackId) }),
  };
}

/** Slack names messages by their time in microseconds, Teams in milliseconds. */
export const inOrder = (a: Message, b: Message): number => Number(a.key) - Number(b.key);
