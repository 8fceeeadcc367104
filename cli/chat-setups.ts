import { slackSetup } from './commands/slack-setup.ts';
import { teamsSetup } from './commands/teams-setup.ts';
import type { ChatSetup } from './init/chat-setup.ts';

/** The chats that init knows to set up. */
export const CHAT_SETUPS: readonly ChatSetup[] = [slackSetup, teamsSetup];
