import { decidingWebhooks, secretsToJudge } from './authority.ts';
import { CHATS, type ChatName, clickedIn, secretsToAnswer, secretsToPost } from './chats.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { followsCases, watchesConnectors } from './follows-cases.ts';
import type { FunctionName } from './function-env.ts';
import { secretsOfSystems, secretsOfWebhooks } from './webhooks.ts';

type Readers = Readonly<Record<Exclude<FunctionName, 'archive'>, readonly string[]>>;

/** Which secrets each function reads. The stack grants it these and no others, and the doctor asks AWS whether it can. */
export function secretReaders(config: BridgeConfig): Readers {
  const { domains, destinations } = config;
  const keys = Object.values(domains).map(({ apiKey }) => apiKey);
  const watches = watchesConnectors(config);
  const asked = Object.entries(domains).filter(([name]) => watches || followsCases(config, name));
  return {
    poll: keys,
    verdict: keys,
    reconcile: asked.map(([, { apiKey }]) => apiKey),
    action: [
      ...clickedIn(config).flatMap((chat) => secretsToAnswer(config, chat)),
      ...secretsToJudge(config),
      ...secretsOfSystems(decidingWebhooks(config)),
    ],
    ...(Object.fromEntries(
      CHATS.map((chat) => [`notify-${chat}`, secretsToPost(config, chat)] as const),
    ) as Pick<Readers, `notify-${ChatName}`>),
    'notify-webhook': secretsOfWebhooks(destinations),
  };
}
