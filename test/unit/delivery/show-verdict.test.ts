import { describe, expect, it } from 'vitest';
import { createDeliver } from '../../../lib/delivery/deliver.ts';
import { createVerdictDisplay } from '../../../lib/delivery/show-verdict.ts';
import { aVerdict } from '../verdict/examples.ts';
import { caseEnvelope, createDeliveryWorld, meta, refreshEnvelope } from './delivery-world.ts';

const KEY = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;

describe('a decision that is made while the message of its case is being posted', () => {
  it.each(['before the row says that it begins', 'after that'])(
    'is shown, also if nobody rings: %s',
    async (when) => {
      const world = createDeliveryWorld();
      const verdict = aVerdict({ caseId: 'c1' });
      const display = createVerdictDisplay({
        ledger: world.ledger,
        outbox: world.outbox,
        // A configuration without the destination.
        queueUrlOf: () => null,
        repliesOf: () => undefined,
        findCase: async () => null,
        routesOf: () => [],
        clock: world.clock,
        log: () => undefined,
      });
      let decided = false;
      async function decide(): Promise<void> {
        if (decided) return;
        decided = true;
        world.verdicts.set('acme/c1', verdict);
        await display.changed(verdict, null);
      }
      const { chat, verdictOf } = world.parts;
      const deliver = createDeliver({
        ...world.parts,
        async verdictOf(domain, caseId) {
          const known = await verdictOf(domain, caseId);
          if (when.startsWith('before')) await decide();
          return known;
        },
        chat: {
          ...chat,
          async post(...post) {
            await decide();
            return chat.post(...post);
          },
        },
      });
      await deliver(caseEnvelope('c1'), meta());
      // The reconciler rings for what is still on the list.
      await deliver(refreshEnvelope('another', 0), meta());
      expect([...world.texts(), ...world.updates].join('\n')).toContain(verdict.decision.outcome);
      expect((await world.ledger.load(KEY))?.todo).toBeUndefined();
    },
  );
});
