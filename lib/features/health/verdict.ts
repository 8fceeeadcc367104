import type { VerdictFacet } from '../entry-points/verdict-facet.ts';
import { createDynamoLeaveSign } from './dynamo-signs.ts';
import { createNoticing } from './signs.ts';

export const verdict: VerdictFacet = {
  isOn: () => true,
  create: (kit) => ({
    noticing: createNoticing({ ...kit, by: 'verdict', leave: createDynamoLeaveSign(kit.table) }),
  }),
};
