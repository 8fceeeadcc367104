import type { ChatSection } from './chat-section.ts';
import type { TeamsApp, TeamsDestination } from './teams-schema.ts';

export const teams = {
  label: 'Teams',
  namedIn: ({ teamsUsers = [] }) => ({ users: teamsUsers, groups: [] }),
  postsFirst: true,

  secretsToPost: (destinations, app) => [
    ...destinations.flatMap(({ workflowUrl }) => workflowUrl ?? []),
    ...(app ? [app.password] : []),
  ],
  // None: what Teams sends is signed with keys that everyone can read.
  secretsToAnswer: () => [],

  requests: {
    path: '/teams/messages',
    proof: 'Teams sends a signed token with every request',
    wrong: 'the bot, its tenant or its cloud are not as configured',
    waitsMs: 10_000,
    newsOfChannels: true,
    output: { id: 'TeamsMessagingUrl', description: 'The messaging endpoint of the Teams bot.' },
  },
} satisfies ChatSection<TeamsApp, TeamsDestination>;
