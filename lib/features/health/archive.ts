import type { ArchiveFacet } from '../entry-points/archive-facet.ts';
import { createDynamoLeaveSign } from './dynamo-signs.ts';

export const archive: ArchiveFacet = {
  isOn: () => true,
  create({ table, clock }) {
    const leave = createDynamoLeaveSign(table);
    return {
      onRun: (what) => leave({ by: 'archive', subject: 'archive', what, atMs: clock.now() }),
    };
  },
};
