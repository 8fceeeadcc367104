import type { Log } from '../platform/log.ts';
import type { VerdictLedger } from './verdict-ledger.ts';

/**
 * The ledger, with every new end of the trail's chains in the log: there it is out of reach of what can write to the
 * table, so that an end which was cut off, or a chain that was made anew, shows.
 */
export const withChainLogged = (ledger: VerdictLedger, log: Log): VerdictLedger => ({
  ...ledger,
  async copyTrail(entries) {
    const heads = await ledger.copyTrail(entries);
    for (const head of heads) log('audit.chain', { ...head });
    return heads;
  },
});
