import { slack as section } from '../../config/chats/slack.ts';
import type { ChatDefinition } from '../presses/chat-definition.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { SlackMessage } from './message.ts';
import { slackRateLimits } from './rate-limits.ts';
import { kindOfRefusal } from './refusals.ts';
import { createSlackRenderer } from './renderer.ts';
import { createSlackReplies } from './replies.ts';

export const slack: ChatDefinition<SlackMessage> = {
  name: 'slack',
  label: section.label,
  createRenderer: createSlackRenderer,
  rateLimits: slackRateLimits,
  kindOfRefusal,
  explainRefusal,
  namedIn: section.namedIn,
  createReplies: createSlackReplies,
};
