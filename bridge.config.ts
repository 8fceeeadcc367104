import { defineBridge } from './lib/config/define-bridge.ts';

/** The example configuration. `npm start` uses it; a deployment has its own. */
export default defineBridge({
  domains: {
    acme: {
      baseUrl: 'http://127.0.0.1:4010/api/v1/external',
      apiKey: '/posture-bridge/acme/api-key',
      // Where the headlines of messages and the buttons below hunting queries lead.
      consoleUrl: 'https://posture.example.com/{kind}/{id}',
      hunting: { tenantId: '7e4a47b1-0c3d-4b8e-8f21-6d9a2c5e7b02' },
    },
  },
  // As often as can be, to see things happen. Every minute, the default, costs less on AWS.
  poll: { every: '5s' },
  changes: { every: '1m' },
  slack: {
    signingSecret: '/posture-bridge/slack/signing-secret',
    botToken: '/posture-bridge/slack/bot-token',
  },
  teams: {
    appId: 'b0720e5c-4d1f-4f0e-9a57-3c2f5d1e8a01',
    tenantId: '7e4a47b1-0c3d-4b8e-8f21-6d9a2c5e7b02',
    password: '/posture-bridge/teams/password',
  },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC0CASES' },
    'soc-teams': { type: 'teams', channel: '19:soc0cases@thread.tacv2' },
    ops: { type: 'slack', channel: 'C0OPSNOTICES' },
  },
  routes: [{ name: 'everything', to: ['soc', 'soc-teams'] }],
  verdicts: {
    // With npm start these are Ada Winter and Bo Larsen. Cleo Marsh is in the channel too, and may not.
    allow: {
      slackUsers: ['U0ADAWINTER', 'U0BOLARSEN'],
      teamsUsers: ['aad0ada0-0000-4000-8000-0000000000a1', 'aad0b0b0-0000-4000-8000-0000000000b2'],
    },
    outcomes: { SAFE: { comment: 'required' }, ESCALATED: { approval: true, confirm: true } },
  },
  ops: { to: 'ops' },
});
