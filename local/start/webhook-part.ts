import { randomBytes } from 'node:crypto';
import { decidingWebhooks } from '../../lib/config/authority.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { webhooksIn } from '../../lib/config/webhooks.ts';
import type { Part } from './parts.ts';

/**
 * The webhooks of a configuration. Their receivers are the user's own, so nothing is started; but each needs a secret
 * that both sides know, and the address for its verdicts.
 */
export function webhookPart(config: BridgeConfig): Part | null {
  const drawn = new Map<string, string>();
  const secretOf = (parameter: string): string => {
    const secret = drawn.get(parameter) ?? `whsec_${randomBytes(32).toString('base64')}`;
    drawn.set(parameter, secret);
    return secret;
  };
  const deciding = new Set(decidingWebhooks(config).map(([name]) => name));
  const webhooks = webhooksIn(config.destinations).map(([name, { url, secret }]) => ({
    name,
    url,
    secrets: secret.map(secretOf),
  }));
  if (webhooks.length === 0) return null;
  return {
    id: 'webhooks',
    name: 'Webhooks',
    address: 'to receivers of your own',
    more: ({ VerdictsUrl }) =>
      webhooks.flatMap(({ name, url, secrets }) => [
        [name, url] as const,
        [`secret of ${name}`, secrets.join(' ')] as const,
        ...(VerdictsUrl && deciding.has(name)
          ? [[`verdicts of ${name}`, `${VerdictsUrl}/${name}`] as const]
          : []),
      ]),
    json: Object.fromEntries(webhooks.map(({ name, url, secrets }) => [name, { url, secrets }])),
    secrets: Object.fromEntries(drawn),
    place: (placed) => placed,
    meet: () => {},
    stop: async () => {},
  };
}
