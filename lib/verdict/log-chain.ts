import type { Log } from '../base/log.ts';
import type { AnswerLedger } from './answer-ledger.ts';

/**
 * The ledger, with every new head of the trail's chains written to the log. Code that can write to the table cannot reach
 * the log, so a truncated or rebuilt chain shows.
 */
export const withChainLogged = (ledger: AnswerLedger, log: Log): AnswerLedger => ({
  ...ledger,
  async copyTrail(entries) {
    const heads = await ledger.copyTrail(entries);
    for (const head of heads) log('audit.chain', { ...head });
    return heads;
  },
});
