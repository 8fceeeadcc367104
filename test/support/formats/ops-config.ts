import { defineBridge } from '../../../lib/config/define-bridge.ts';

/** A bridge with a channel for operators, and its queue. */
export const OPS = {
  config: defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    slack: { signingSecret: '/secret', botToken: '/token' },
    destinations: { ops: { type: 'slack', channel: 'C0OPS00001' } },
    routes: [{ name: 'all', to: ['ops'] }],
    verdicts: { allow: { slackUsers: ['U0ADA00001'] } },
    ops: { to: 'ops' },
  }),
  queueUrls: { slack: 'https://sqs/slack.fifo' },
};
