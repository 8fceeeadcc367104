import { teams as section } from '../../config/chats/teams.ts';
import type { ChatDefinition } from '../presses/chat-definition.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { TeamsMessage } from './message.ts';
import { teamsRateLimits } from './rate-limits.ts';
import { kindOfRefusal } from './refusals.ts';
import { createTeamsRenderer } from './renderer.ts';
import { createTeamsReplies } from './replies.ts';

export const teams: ChatDefinition<TeamsMessage> = {
  name: 'teams',
  label: section.label,
  createRenderer: createTeamsRenderer,
  rateLimits: teamsRateLimits,
  kindOfRefusal,
  explainRefusal,
  namedIn: section.namedIn,
  createReplies: createTeamsReplies,
};
