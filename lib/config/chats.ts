import * as z from 'zod/mini';
import type { ChatSection } from './chats/chat-section.ts';
import { slack } from './chats/slack.ts';
import { teams } from './chats/teams.ts';

/** The chats of the configuration. `lib/chats/registry.ts` has a definition for each, or it does not compile. */
const SECTIONS = { slack, teams } as const;

type Sections = typeof SECTIONS;
export type ChatName = keyof Sections;
export const CHATS = Object.keys(SECTIONS) as readonly ChatName[];

export const sectionOf = (chat: ChatName): ChatSection => SECTIONS[chat] as unknown as ChatSection;

/** `Slack` for `slack`. A chat that was taken out of the configuration is called by its name. */
export const chatLabel = (name: string): string =>
  CHATS.includes(name as ChatName) ? sectionOf(name as ChatName).label : name;

type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The section of each chat in the configuration, under its name. */
export const chatApps = Object.fromEntries(
  CHATS.map((chat) => [chat, z.optional(SECTIONS[chat].App)]),
) as unknown as { [Name in ChatName]: z.ZodMiniOptional<Sections[Name]['App']> };

/** The lists of people of all chats. */
export const chatPeople = Object.assign({}, ...CHATS.map((chat) => SECTIONS[chat].people)) as Merged<
  Sections[ChatName]['people']
>;

type Written<Name extends ChatName> = z.input<Sections[Name]['Destination']>;
type Complete<Name extends ChatName> = ReturnType<Sections[Name]['complete']>;
export type ChatDestinationInput = { [Name in ChatName]: Written<Name> }[ChatName];
export type ChatDestination = { [Name in ChatName]: Complete<Name> }[ChatName];

export const isChat = (type: string): type is ChatName => CHATS.includes(type as ChatName);

type Configured = {
  readonly destinations: Readonly<Record<string, { readonly type: string }>>;
} & { readonly [Name in ChatName]?: object | undefined };

const destinationsOf = ({ destinations }: Configured, chat: ChatName) =>
  Object.values(destinations).filter(({ type }) => type === chat);

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
