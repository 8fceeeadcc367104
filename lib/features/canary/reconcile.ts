import { CANARY_KEY } from '../../base/key-names.ts';
import { openSeal } from '../../base/seal.ts';
import { CANARY_DOMAIN, canaryPlaces } from '../../config/canary.ts';
import type { ReconcileFacet } from '../entry-points/reconcile-facet.ts';
import { canaryKey, handOverCanary } from './hand-over-canary.ts';
import { createSendCanaries } from './send-canaries.ts';
import { createSendPress } from './send-press.ts';

export const reconcile: ReconcileFacet = {
  isOn: ({ canary }) => canary !== undefined,
  create(kit) {
    const { config, env, keys, deliveries, answerOf } = kit;
    const seal = () => openSeal(keys, CANARY_KEY);
    const part = createSendCanaries({
      ...kit,
      destinations: canaryPlaces(config),
      everyMs: config.canary?.every ?? 0,
      handOver: (canary) => handOverCanary(kit, canary),
      async look(canary) {
        const [delivery, answer] = await Promise.all([
          deliveries.load(canaryKey(canary)),
          answerOf(CANARY_DOMAIN, canary.id),
        ]);
        return { delivery, answer };
      },
      press: env.CANARY_URL ? createSendPress({ ...kit, url: env.CANARY_URL, seal }) : null,
    });
    return { part, decidesIn: [CANARY_DOMAIN] };
  },
};
