import type { VerdictFacet } from '../entry-points/verdict-facet.ts';
import { leftOutAnswer } from './bulk-answer.ts';
import { createBulkHandler } from './bulk-handler.ts';
import { readBulkMessage } from './bulk-message.ts';

export const verdict: VerdictFacet = {
  isOn: () => true,
  create: ({ repliesOf, clicksSeal, log }) => ({
    readOwn(body, decide) {
      const read = readBulkMessage(body, clicksSeal);
      if (!read?.ok) return read;
      const handle = createBulkHandler({
        decide,
        async tell(reply, refused, clickId) {
          const told = await repliesOf(reply.surface)?.answer(reply, leftOutAnswer(refused), clickId);
          // The messages of these cases show how they stand.
          if (told !== 'told')
            log('not told', { surface: reply.surface, because: 'bulk', is: told ?? 'gone' });
        },
        log,
      });
      return { ok: true, message: () => handle(read.message) };
    },
  }),
};
