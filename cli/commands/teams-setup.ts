import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { type ChatSetup, eachIs, is, peopleIn } from '../init/chat-setup.ts';
import { createAppPackage } from './teams-app/app-package.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const teamsSetup: ChatSetup = {
  chat: 'teams',
  example:
    '--teams-app 0f0e0d0c-1111-4222-8333-444455556666 --teams-tenant 0f0e0d0c-1111-4222-8333-444455556667 --teams-users anyone',
  flags: {
    'teams-app': { type: 'string', value: 'ID', words: "the bot's application id in Entra" },
    'teams-tenant': { type: 'string', value: 'ID', words: 'of your tenant in Entra' },
    'teams-channel': {
      type: 'string',
      value: 'ID',
      words:
        'of the channel for cases, like 19:...@thread.tacv2; without it the bot says it when it is added',
    },
    'teams-users': {
      type: 'string',
      value: 'IDS',
      words: 'object ids of those who may decide, or anyone in the channel',
    },
  },
  questions: [
    {
      flag: 'teams-app',
      asks: "The bot's application id in Entra",
      problem: is(UUID, 'it is like 0f0e0d0c-1111-4222-8333-444455556666'),
    },
    {
      flag: 'teams-tenant',
      asks: 'The id of your tenant in Entra',
      problem: is(UUID, 'it is like 0f0e0d0c-1111-4222-8333-444455556666'),
    },
    {
      flag: 'teams-users',
      asks: 'The object ids of those in Teams who may decide, with commas, or anyone',
      problem: eachIs(UUID, 'these are like 0f0e0d0c-1111-4222-8333-444455556666'),
    },
  ],
  input(answers) {
    const users = peopleIn(answers['teams-users'] ?? '');
    const channel = answers['teams-channel'];
    return {
      app: {
        appId: answers['teams-app'],
        tenantId: answers['teams-tenant'],
        password: '/posture-bridge/teams/password',
      },
      destinations: channel === undefined ? {} : { 'soc-teams': { type: 'teams', channel } },
      allow: users && { teamsUsers: users },
    };
  },
  files(config) {
    const { teams } = config as BridgeConfig;
    return teams
      ? [
          {
            name: 'posture-bridge-teams.zip',
            for: 'the app for Teams',
            content: Buffer.from(createAppPackage({ teams, reading: true })),
          },
        ]
      : [];
  },
  variables: ['TEAMS_PASSWORD'],
  before: [
    'Upload posture-bridge-teams.zip at https://admin.teams.microsoft.com under "Manage apps", and add it to the team.',
  ],
  secrets: { '/posture-bridge/teams/password': 'the client secret of the application in Entra' },
  address: ({ TeamsMessagingUrl: url }) =>
    url ? ['Give the bot of Teams its address, as the messaging endpoint in Azure:', url] : [],
  after: (answers, command) => [
    [
      'Give the bot its address: put the TeamsMessagingUrl that deploy printed into the bot as its messaging endpoint.',
    ],
    ...(answers['teams-channel'] === undefined
      ? [
          [
            'Mention the bot in the channel (@Posture Bridge): it answers with the id. Write that into the configuration as a destination, with a route to it, and deploy again.',
            command('deploy'),
          ],
        ]
      : []),
  ],
};
