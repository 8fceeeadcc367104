import type { ActionFacet } from '../entry-points/action-facet.ts';
import { createSignedLeaveSign } from './dynamo-signs.ts';
import { createNoticing } from './signs.ts';

export const action: ActionFacet = {
  isOn: () => true,
  create(kit) {
    const leave = createSignedLeaveSign(kit.callAws, kit.env.TABLE_NAME, kit.random);
    return { noticing: createNoticing({ ...kit, by: 'action', leave }) };
  },
};
