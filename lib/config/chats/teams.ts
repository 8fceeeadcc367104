import type { ChatSection } from './chat-section.ts';
import type { TeamsApp, TeamsDestination } from './teams-schema.ts';

export const teams = {
  label: 'Teams',
  typed: (command) => command,
  namedIn: ({ teamsUsers = [], teamsGroups = [] }) => ({ users: teamsUsers, groups: teamsGroups }),
  postsFirst: true,
  bringsHandles: false,
  mentioned: {
    // The id of a tag is a long base64 text.
    id: /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[A-Za-z0-9+/]{40,400}={0,2})$/i,
    wanted: 'the object id of a user in Entra, a uuid, or the id of a tag of the team in Teams',
    needsName: true,
    // Teams accepts no more tags than this in a card.
    most: 10,
  },

  secretsToPost: (destinations, app) => [
    ...destinations.flatMap(({ workflowUrl }) => workflowUrl ?? []),
    ...(app ? [app.password] : []),
  ],
  // Teams signs its requests with keys that everyone can read. Only asking about people takes a secret.
  secretsToAnswer: () => [],
  secretsToAsk: ({ password }) => [password],
  rightsToAsk: {
    groups: 'the permissions GroupMember.Read.All and User.ReadBasic.All in Entra',
    guests: 'a place in the team',
  },

  requests: {
    path: '/teams/messages',
    proof: 'Teams sends a signed token with every request',
    wrong: 'the bot, its tenant or its cloud are not as configured',
    waitsMs: 10_000,
    newsOfChannels: true,
    output: { id: 'TeamsMessagingUrl', description: 'The messaging endpoint of the Teams bot.' },
  },
} satisfies ChatSection<TeamsApp, TeamsDestination>;
