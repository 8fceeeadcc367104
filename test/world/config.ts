import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { type BridgeInput, defineBridge } from '../../lib/config/define-bridge.ts';
import type { Capability } from './history.ts';
import { FEED_RULES } from './lists.ts';
import { API } from './platform.ts';
import { TEAM } from './slack.ts';

export const DOMAIN = 'acme';
export const BOT = '11111111-0000-4000-8000-000000000000';
export const TENANT = '22222222-0000-4000-8000-000000000000';

export const CHANNELS = {
  soc: 'C0SOC00001',
  lead: 'C0LEAD0001',
  ops: 'C0OPS00001',
  duty: '19:duty@thread.tacv2',
} as const;
export type Destination = keyof typeof CHANNELS;

/** The last one may not decide. */
export const ANALYSTS = ['ann', 'bob', 'cat', 'eve'].map((name, index) => ({
  name,
  slack: `U0${name.toUpperCase()}00001`,
  teams: `${'abce'[index]?.repeat(8)}-0000-4000-8000-000000000000`,
}));
export const CALLED = { new: 'S0NEW00001', step: 'S0STEP0001', worse: 'S0LEAD0001' } as const;
export const STEPS_S = { first: 60, second: 120 } as const;
export const DEDUPE_S = 120;
/** For so long a claim holds, where claims end by themselves. */
export const CLAIM_S = 90;
export const CANARY_S = 240;
export const STORM = 3;
export const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const known = new Map<string, BridgeConfig>();

/** The configuration of a history: each capability adds its settings. */
export function configFor(capabilities: readonly Capability[]): BridgeConfig {
  const name = capabilities.toSorted().join(' ');
  const config =
    known.get(name) ??
    quicker(defineBridge(inputFor((one) => capabilities.includes(one))), capabilities.includes('claims'));
  known.set(name, config);
  return config;
}

/** Windows, claims and canaries are shorter than operators may make them, so that a history is. */
const quicker = (config: BridgeConfig, hasClaims: boolean): BridgeConfig => ({
  ...config,
  ...(config.verdicts &&
    hasClaims && {
      verdicts: {
        ...config.verdicts,
        claims: Object.fromEntries(
          Object.keys(config.verdicts.claims).map((severity) => [severity, CLAIM_S * 1000]),
        ) as typeof config.verdicts.claims,
      },
    }),
  ...(config.canary && { canary: { ...config.canary, every: CANARY_S * 1000 } }),
  routes: config.routes.map((route) =>
    route.dedupe ? { ...route, dedupe: { ...route.dedupe, for: DEDUPE_S * 1000 } } : route,
  ),
});

function inputFor(has: (name: Capability) => boolean): BridgeInput {
  const after = (seconds: number) => ({ high: `${seconds}s`, critical: `${seconds}s` }) as const;
  return {
    domains: { [DOMAIN]: { baseUrl: API, apiKey: '/key' } },
    poll: {
      every: '1m',
      feeds: has('threats') ? ['cases', 'threats'] : ['cases'],
      ...(has('lists') && {
        lookback: `${FEED_RULES.lookbackMs}ms`,
        sweep: { every: `${FEED_RULES.sweepEveryMs}ms`, window: `${FEED_RULES.sweepWindowMs}ms` },
      }),
    },
    slack: { signingSecret: '/signing', botToken: '/token', teamId: TEAM },
    ...(has('teams') && { teams: { appId: BOT, tenantId: TENANT, password: '/password' } }),
    destinations: {
      soc: { type: 'slack', channel: CHANNELS.soc },
      lead: { type: 'slack', channel: CHANNELS.lead },
      ops: { type: 'slack', channel: CHANNELS.ops },
      ...(has('teams') && { duty: { type: 'teams', channel: CHANNELS.duty } as const }),
      ...(has('webhook') && {
        hook: {
          ...({ type: 'webhook', url: 'https://hook.example/in', secret: '/hook' } as const),
          ...(has('systems') && { links: true, verdicts: { allow: { webhooks: ['hook'] } } }),
        },
      }),
    },
    routes: [
      {
        name: 'all',
        to: ['soc', ...(has('teams') ? ['duty'] : []), ...(has('webhook') ? ['hook'] : [])],
        ...(has('mentions') && { mention: { high: [CALLED.new], critical: [CALLED.new] } }),
        ...(has('dedupe') && { dedupe: { by: ['user', 'threatType'], for: '5m' } }),
        ...(has('escalation') && {
          escalation: [
            { after: after(STEPS_S.first), mention: [CALLED.step] },
            { after: after(STEPS_S.second), to: 'lead' },
          ],
        }),
      },
      {
        name: 'worst',
        when: { highestSeverity: 'critical' },
        to: 'lead',
        ...(has('mentions') && { mention: { critical: [CALLED.worse] } }),
      },
    ],
    verdicts: {
      allow: {
        slackUsers: ANALYSTS.slice(0, 3).map(({ slack }) => slack),
        ...(has('teams') && { teamsUsers: ANALYSTS.slice(0, 3).map(({ teams }) => teams) }),
      },
      undoSeconds: has('undo') ? 30 : 0,
      outcomes: has('approval') ? { ESCALATED: { approval: true }, TRUE_POSITIVE: { approval: true } } : {},
    },
    storm: { threshold: has('storm') ? STORM : has('lists') ? 1_000 : 50, severe: 'high' },
    changes: { every: '1m', tell: 'all' },
    personas: has('personas') ? 'all' : 'none',
    ...(has('canary') && { canary: { every: '1h' } }),
    ops: { to: 'ops' },
  };
}
