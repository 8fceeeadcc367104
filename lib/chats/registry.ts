import type { ChatName } from '../config/chats.ts';
import type { ChatDefinition, CreateEndpoint } from './presses/chat-definition.ts';
import { slack } from './slack/definition.ts';
import { createSlackEndpoint } from './slack/endpoint.ts';
import { teams } from './teams/definition.ts';
import { createTeamsEndpoint } from './teams/endpoint.ts';

/** Every chat that the bridge speaks to. */
export const chats: Readonly<Record<ChatName, ChatDefinition>> = { slack, teams };

/** Where each of them sends clicks. */
export const endpoints: Readonly<Record<ChatName, CreateEndpoint>> = {
  slack: createSlackEndpoint,
  teams: createTeamsEndpoint,
};
