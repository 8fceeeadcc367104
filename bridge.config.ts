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
  destinations: {
    'soc-webhook': {
      type: 'webhook',
      url: 'http://127.0.0.1:4020/hook',
      secret: '/posture-bridge/webhook-secret',
    },
  },
  routes: [{ name: 'everything', to: 'soc-webhook' }],
});
