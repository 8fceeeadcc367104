import { defineBridge } from './lib/config/define-bridge.ts';

/** The example configuration. `npm start` uses it; a deployment has its own. */
export default defineBridge({
  domains: {
    acme: {
      baseUrl: 'http://127.0.0.1:4010/api/v1/external',
      apiKey: '/posture-bridge/acme/api-key',
    },
  },
  // As often as can be, to see things happen. Every minute, the default, costs less on AWS.
  poll: { every: '5s' },
  slack: {
    signingSecret: '/posture-bridge/slack/signing-secret',
    botToken: '/posture-bridge/slack/bot-token',
  },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC0CASES' },
    ops: { type: 'slack', channel: 'C0OPSNOTICES' },
  },
  routes: [{ name: 'everything', to: 'soc' }],
  verdicts: {
    // With npm start these are Ada Winter and Bo Larsen. Cleo Marsh is in the channel too, and may not.
    allow: { slackUsers: ['U0ADAWINTER', 'U0BOLARSEN'] },
    outcomes: { SAFE: { comment: 'required' } },
  },
  ops: { to: 'ops' },
});
