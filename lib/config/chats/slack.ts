import type { ChatSection } from './chat-section.ts';
import type { SlackApp, SlackDestination } from './slack-schema.ts';

export const slack = {
  label: 'Slack',
  typed: (command) => `/posture ${command}`,
  namedIn: ({ slackUsers = [], slackGroups = [] }) => ({ users: slackUsers, groups: slackGroups }),
  postsFirst: false,
  bringsHandles: true,
  mentioned: {
    id: /^(?:[SUW][A-Z0-9]{7,20}|here|channel)$/,
    wanted: 'the id of a Slack user group, like S0123ABCD, or of a user, like U0123ABCD, or here or channel',
    needsName: false,
    everybody: /^(?:here|channel)$/,
    // More than anybody will name.
    most: 20,
  },

  secretsToPost: (destinations) => destinations.map(({ token }) => token),
  secretsToAnswer: ({ signingSecret, botToken }) => [signingSecret, botToken],
  secretsToAsk: ({ botToken }) => [botToken],
  rightsToAsk: { groups: 'the scope usergroups:read', guests: 'the scope users:read' },

  requests: {
    path: '/slack/interactions',
    proof: 'Slack signs every request',
    wrong: 'its signing secret is no longer ours',
    waitsMs: 3_000,
    newsOfChannels: false,
    output: { id: 'SlackRequestUrl', description: 'The request URL of the Slack app.' },
  },
} satisfies ChatSection<SlackApp, SlackDestination>;
