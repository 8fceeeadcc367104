import type { ReadOps } from './audit/find-anchors.ts';
import { slackOps } from './commands/slack-anchors.ts';
import { slackCheck } from './commands/slack-checks.ts';
import { slackSetup } from './commands/slack-setup.ts';
import { teamsCheck } from './commands/teams-checks.ts';
import { teamsSetup } from './commands/teams-setup.ts';
import type { Check } from './doctor/check.ts';
import type { ChatSetup } from './init/chat-setup.ts';

/** The chats that init can set up, and what the doctor checks in each. */
export const CHAT_SETUPS: readonly ChatSetup[] = [slackSetup, teamsSetup];
/** How the messages of `ops` are read back. Teams gives them to nobody but people. */
export const CHAT_OPS: readonly ReadOps[] = [slackOps];
export const CHAT_CHECKS: readonly Check[] = [slackCheck, teamsCheck];
