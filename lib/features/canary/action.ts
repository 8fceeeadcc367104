import { CANARY_KEY } from '../../base/key-names.ts';
import { CANARY_DOMAIN } from '../../config/canary.ts';
import type { ActionFacet } from '../entry-points/action-facet.ts';
import { createCanaryApp } from './canary-app.ts';

export const action: ActionFacet = {
  isOn: () => true,
  create: ({ cases, sealOf, ...kit }) => ({
    app: createCanaryApp({
      ...kit,
      seal: () => sealOf(CANARY_KEY),
      async standingOf({ id, destination }) {
        const delivery = await cases.deliveryOf(CANARY_DOMAIN, id, destination);
        if (!delivery?.main) return 'not posted';
        return (await cases.answerOf(CANARY_DOMAIN, id))?.decision ? 'decided' : 'posted';
      },
    }),
  }),
};
