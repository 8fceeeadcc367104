import type { Log } from '../platform/log.ts';
import type { AnswerLedger } from './answer-ledger.ts';

/**
 * The ledger, with every new end of the trail's chains in the log: there it is out of reach of what can write to the
 * table, so that an end which was cut off, or a chain that was made anew, shows.
 */
export const withChainLogged = (ledger: AnswerLedger, log: Log): AnswerLedger => ({
  ...ledger,
  async copyTrail(entries) {
    const heads = await ledger.copyTrail(entries);
    for (const head of heads) log('audit.chain', { ...head });
    return heads;
  },
});
