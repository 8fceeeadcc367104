import { readSecretName, type SecretName } from '../../lib/base/secret-name.ts';
import { CHATS, chatLabel, secretsToAnswer, secretsToAsk, secretsToPost } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { secretsOfWebhooks } from '../../lib/config/webhooks.ts';

/** A secret that the configuration names, and what it is for. */
export interface NamedSecret {
  /** As the configuration writes it. */
  readonly name: string;
  readonly for: string;
  readonly where: SecretName;
}

/** Every secret of a configuration, each once. */
export function secretsIn(config: BridgeConfig): NamedSecret[] {
  const found = new Map<string, string>();
  const add = (name: string, use: string) => found.set(name, found.get(name) ?? use);
  for (const [domain, { apiKey }] of Object.entries(config.domains)) add(apiKey, `the API key of ${domain}`);
  for (const chat of CHATS) {
    const all = [secretsToAnswer, secretsToPost, secretsToAsk].flatMap((of) => of(config, chat));
    for (const name of all) add(name, chatLabel(chat));
  }
  for (const name of secretsOfWebhooks(config.destinations)) add(name, 'webhooks');
  return [...found].map(([name, use]) => ({ name, for: use, where: readSecretName(name) }));
}
