import { caseHash, secondsOf } from '../../case/past-entry.ts';
import { PAST_SPARE_MS, pastWindowMs } from '../../config/retention.ts';
import type { VerdictFacet } from '../entry-points/verdict-facet.ts';
import { createDynamoOutcomes } from './dynamo-past.ts';

export const verdict: VerdictFacet = {
  isOn: () => true,
  create({ config, table }) {
    const outcomes = createDynamoOutcomes(table, { keptMs: pastWindowMs(config) + PAST_SPARE_MS });
    return {
      onRecorded: ({ domain, caseId, outcome, atMs }) =>
        outcomes.note(domain, { id: caseHash(caseId), outcome, atSeconds: secondsOf(atMs) }, atMs),
    };
  },
};
