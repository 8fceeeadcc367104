import { PAST_SPARE_MS, pastWindowMs } from '../../config/retention.ts';
import type { PollFacet } from '../entry-points/poll-facet.ts';
import { createDynamoPast } from './dynamo-past.ts';
import { createPast } from './earlier-cases.ts';
import { createPastFacts } from './past-facts.ts';
import { createSentTo } from './sent-to.ts';

/** How many cases are remembered to be counted: some megabytes of memory. */
const CASES_PER_DOMAIN = 20_000;
const CASES_IN_ALL = 100_000;

/** A case does not wait long for facts that only stand beside it. */
const IMPATIENT = { timeoutMs: 2_000, attempts: 2 };

export const poll: PollFacet = {
  isOn: () => true,
  create({ config, domain, table, clock, log }) {
    const windowMs = pastWindowMs(config);
    const ledger = createDynamoPast({ ...table, ...IMPATIENT }, { keptMs: windowMs + PAST_SPARE_MS });
    const most = Math.min(CASES_PER_DOMAIN, Math.floor(CASES_IN_ALL / Object.keys(config.domains).length));
    const past = createPast({ ledger, domain, clock, log, windowMs, most });
    return { facts: createPastFacts({ past, sentTo: createSentTo(config, domain), clock }) };
  },
};
