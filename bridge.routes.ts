import type { RouteExpectation } from './lib/config/define-bridge.ts';

/** Where the routes of bridge.config.ts have to send things: `npx posture-bridge routes test` tries it. */
export default [
  {
    name: 'a severe case goes to both chats',
    item: { threatType: 'data_exfiltration', severity: 'critical', user: 'marta@acme.example' },
    to: ['soc', 'soc-teams'],
    by: ['everything'],
  },
  { name: 'so does a threat', item: { feed: 'threats', category: 'phishing' }, to: ['soc', 'soc-teams'] },
] satisfies RouteExpectation[];
