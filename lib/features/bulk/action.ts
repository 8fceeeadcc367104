import type { ActionFacet } from '../entry-points/action-facet.ts';
import { writeBulkMessage } from './bulk-message.ts';
import { createTakeBulk } from './take-bulk.ts';

export const action: ActionFacet = {
  isOn: () => true,
  create: ({ config, queue, queueProven, log }) => ({
    createBulk: (parts) =>
      createTakeBulk({
        ...{ ...parts, config, queue, log },
        queueBulk: (message) => queueProven(message, writeBulkMessage(message)),
      }),
  }),
};
