import { createDynamoHealthLedger } from '../../dynamo/dynamo-health-ledger.ts';
import { createEventLedger } from '../../endpoints/stored-events.ts';
import type { CommandsFacet } from '../entry-points/commands-facet.ts';
import { answerStatus } from './answer-status.ts';
import { countDeadLetters } from './look-at-dead-letters.ts';
import { createReadHealth } from './read-health.ts';

export const commands: CommandsFacet = {
  isOn: () => true,
  create(kit) {
    const readHealth = createReadHealth({
      ...kit,
      overview: createDynamoHealthLedger(kit.table),
      events: createEventLedger(kit.rows),
      deadLetters: countDeadLetters(kit),
    });
    return {
      status: { answerOnce: async (domains) => answerStatus(await readHealth(), domains, kit.config) },
    };
  },
};
