import * as z from 'zod/mini';
import type { ChatSchema } from './chats/chat-schema.ts';
import { slackSchema } from './chats/slack-schema.ts';
import { teamsSchema } from './chats/teams-schema.ts';
import { CHATS, type ChatName } from './chats.ts';

/** The schema of each chat in the configuration. */
const SCHEMAS = { slack: slackSchema, teams: teamsSchema } as const satisfies Record<ChatName, object>;

type Schemas = typeof SCHEMAS;

export const schemaOf = (chat: ChatName): ChatSchema => SCHEMAS[chat] as unknown as ChatSchema;

type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The section of each chat in the configuration, under its name. */
export const chatApps = Object.fromEntries(
  CHATS.map((chat) => [chat, z.optional(SCHEMAS[chat].App)]),
) as unknown as { [Name in ChatName]: z.ZodMiniOptional<Schemas[Name]['App']> };

/** The lists of people of all chats. */
export const chatPeople = Object.assign({}, ...CHATS.map((chat) => SCHEMAS[chat].people)) as Merged<
  Schemas[ChatName]['people']
>;

/** The id of one person in each chat. */
export const chatPerson = Object.fromEntries(
  CHATS.map((chat) => [chat, z.optional(SCHEMAS[chat].person)]),
) as unknown as { [Name in ChatName]: z.ZodMiniOptional<Schemas[Name]['person']> };

type Written<Name extends ChatName> = z.input<Schemas[Name]['Destination']>;
type Complete<Name extends ChatName> = ReturnType<Schemas[Name]['complete']>;
export type ChatDestinationInput = { [Name in ChatName]: Written<Name> }[ChatName];
export type ChatDestination = { [Name in ChatName]: Complete<Name> }[ChatName];
