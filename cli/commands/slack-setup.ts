import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { type ChatSetup, eachIs, is, peopleIn, unlessEmpty } from '../init/chat-setup.ts';
import { createManifest } from './slack-app/manifest.ts';

const PLACEHOLDER = 'https://example.com/replace-this-after-the-first-deployment';
const CHANNEL = /^[CG][A-Z0-9]{7,20}$/;

export const slackSetup: ChatSetup = {
  chat: 'slack',
  example: '--slack-channel C0123ABCD --slack-users U0123ABCD,U0456EFGH',
  flags: {
    'slack-channel': { type: 'string', value: 'ID', words: 'of the channel for cases, like C0123ABCD' },
    'slack-ops': {
      type: 'string',
      value: 'ID',
      words: 'of the channel for operators; that for cases unless given',
    },
    'slack-users': {
      type: 'string',
      value: 'IDS',
      words: 'who may decide, like U0123ABCD,U0456EFGH, or anyone in the channel',
    },
  },
  questions: [
    {
      flag: 'slack-channel',
      asks: 'The id of the Slack channel for cases (in its details, at the end)',
      problem: is(CHANNEL, 'it is like C0123ABCD'),
    },
    {
      flag: 'slack-ops',
      asks: 'The id of another one, where the bridge says what is wrong with it (Enter: the same)',
      otherwise: '',
      problem: unlessEmpty(is(CHANNEL, 'it is like C0123ABCD')),
    },
    {
      flag: 'slack-users',
      asks: 'The ids of those in Slack who may decide, with commas, or anyone',
      problem: eachIs(/^[UW][A-Z0-9]{7,20}$/, 'these are like U0123ABCD'),
    },
  ],
  input(answers) {
    const users = peopleIn(answers['slack-users'] ?? '');
    const channel = answers['slack-channel'] ?? '';
    return {
      app: {
        signingSecret: '/posture-bridge/slack/signing-secret',
        botToken: '/posture-bridge/slack/bot-token',
      },
      destinations: {
        'soc-slack': { type: 'slack', channel },
        ...(answers['slack-ops'] !== undefined && {
          'ops-slack': { type: 'slack', channel: answers['slack-ops'] },
        }),
      },
      allow: users && { slackUsers: users },
    };
  },
  files: (config) => [
    {
      name: 'slack-manifest.json',
      for: 'the Slack app is made from it',
      content: `${JSON.stringify(createManifest({ config: config as BridgeConfig, requestUrl: PLACEHOLDER, history: true }), null, 2)}\n`,
    },
  ],
  variables: ['SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET'],
  before: [
    'Create the Slack app from slack-manifest.json at https://api.slack.com/apps ("From a manifest"), install it, and invite it into the channel.',
  ],
  secrets: {
    '/posture-bridge/slack/signing-secret': 'Basic Information, Signing Secret',
    '/posture-bridge/slack/bot-token': 'OAuth & Permissions, Bot User OAuth Token',
  },
  address: ({ SlackRequestUrl: url }, command) =>
    url
      ? [
          'Give the Slack app its address: put what this prints into the app, under App Manifest.',
          command(`slack manifest --url ${url}`),
        ]
      : [],
  after: (_, command) => [
    [
      'Give the Slack app its address: put what this prints into the app (App Manifest), with the SlackRequestUrl that deploy printed instead of URL.',
      command('slack manifest --url URL'),
    ],
  ],
};
