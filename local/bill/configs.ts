import { type BridgeConfig, type BridgeInput, defineBridge } from '../../lib/config/define-bridge.ts';

export const ANALYST = 'U0BILL0ANNA';
export const CHANNEL = 'C0BILL0CASES';

/** The same bridge with this polling interval. */
export const pollingEvery = (config: BridgeConfig, everyMs: number): BridgeConfig => ({
  ...config,
  poll: { ...config.poll, every: everyMs },
});

/** The same bridge with one more domain, like its first. */
export function withFurtherDomain(config: BridgeConfig): BridgeConfig {
  const [first] = Object.values(config.domains);
  if (!first) return config;
  const further = { ...first, apiKey: '/bill/further-domain/api-key' };
  return { ...config, domains: { ...config.domains, 'further-domain': further } };
}

/** As above, but with a webhook that gets all threats, and a canary in the channel every two hours. */
export function intoOneWebhook(config: BridgeConfig, everyMs: number): BridgeConfig {
  const one = intoOneChannel(config, everyMs);
  const told = defineBridge({
    ...one,
    poll: config.poll,
    destinations: {
      ...one.destinations,
      system: { type: 'webhook', url: 'https://system.example', secret: '/bill/webhook/secret' },
    },
    routes: [
      { name: 'threats', when: { feed: 'threats' }, to: 'system' },
      { name: 'cases', when: { feed: 'cases' }, to: 'channel' },
    ],
    canary: { every: '2h', to: ['channel'] },
  } as unknown as BridgeInput);
  return pollingEvery(told, everyMs);
}

/** The same bridge with its first domain and one Slack channel for everything. */
export function intoOneChannel(config: BridgeConfig, everyMs: number): BridgeConfig {
  const { teams: _, slack: __, ops: ___, archive: ____, ...kept } = config;
  const [[name = '', domain] = []] = Object.entries(config.domains);
  const { verdicts: _____, ...first } = domain ?? {};
  const input = {
    ...kept,
    domains: { [name]: first },
    slack: { signingSecret: '/bill/slack/signing-secret', botToken: '/bill/slack/bot-token' },
    destinations: { channel: { type: 'slack', channel: CHANNEL } },
    routes: [{ name: 'everything', to: 'channel' }],
    people: {},
    verdicts: { undoSeconds: config.verdicts?.undoSeconds ?? 10, allow: { slackUsers: [ANALYST] } },
  };
  return pollingEvery(defineBridge(input as unknown as BridgeInput), everyMs);
}
