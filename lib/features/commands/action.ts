import type { ActionFacet } from '../entry-points/action-facet.ts';
import { writeAskMessage } from './ask-message.ts';
import { createTakeCommand } from './take-command.ts';

export const action: ActionFacet = {
  isOn: () => true,
  create: ({ queueProven, ...kit }) => ({
    ask: createTakeCommand({
      ...kit,
      queue: (message) => queueProven(message, writeAskMessage(message)),
    }),
  }),
};
