import type { ChatSection } from './chats/chat-section.ts';
import { slack } from './chats/slack.ts';
import { teams } from './chats/teams.ts';

/** The chats of the configuration. `lib/chats/registry.ts` must have a definition for each, or it does not compile. */
const SECTIONS = { slack, teams } as const;

type Sections = typeof SECTIONS;
export type ChatName = keyof Sections;
export const CHATS = Object.keys(SECTIONS) as readonly ChatName[];

export const sectionOf = (chat: ChatName): ChatSection => SECTIONS[chat] as unknown as ChatSection;

/** `Slack` for `slack`. A chat that was removed from the configuration is shown by its name. */
export const chatLabel = (name: string): string =>
  CHATS.includes(name as ChatName) ? sectionOf(name as ChatName).label : name;

/** What a person types in a chat to ask for something. */
export const typedIn = (name: string, command: string): string =>
  isChat(name) ? sectionOf(name).typed(command) : command;

/** The right that the bridge needs to ask a chat about people, in the operators' words. */
export const rightToAsk = (name: string, what: 'groups' | 'guests'): string =>
  isChat(name) ? sectionOf(name).rightsToAsk[what] : 'that right';

export const isChat = (type: string): type is ChatName => CHATS.includes(type as ChatName);

type Configured = {
  readonly destinations: Readonly<Record<string, { readonly type: string }>>;
} & { readonly [Name in ChatName]?: object | undefined };

const destinationsOf = ({ destinations }: Configured, chat: ChatName) =>
  Object.values(destinations).filter(({ type }) => type === chat);

/** The names of the destinations that are in a chat. */
export const chatDestinations = ({ destinations }: Configured): ReadonlySet<string> =>
  new Set(Object.entries(destinations).flatMap(([name, { type }]) => (isChat(type) ? [name] : [])));

/** The chats that the bridge posts to. */
export const postedTo = (config: Configured): readonly ChatName[] =>
  CHATS.filter(
    (chat) =>
      destinationsOf(config, chat).length > 0 || (sectionOf(chat).postsFirst && config[chat] !== undefined),
  );

/** The chats in which analysts can press something. */
export const clickedIn = (config: Configured): readonly ChatName[] =>
  postedTo(config).filter((chat) => config[chat] !== undefined);

export const secretsToPost = (config: Configured, chat: ChatName): readonly string[] =>
  sectionOf(chat).secretsToPost(destinationsOf(config, chat), config[chat]);

export const secretsToAnswer = (config: Configured, chat: ChatName): readonly string[] =>
  config[chat] === undefined ? [] : sectionOf(chat).secretsToAnswer(config[chat]);

export const secretsToAsk = (config: Configured, chat: ChatName): readonly string[] =>
  config[chat] === undefined ? [] : sectionOf(chat).secretsToAsk(config[chat]);
