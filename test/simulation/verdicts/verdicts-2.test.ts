import { IS_FULL } from '../../support/extent.ts';
import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

for (const seed of IS_FULL ? [2, 21] : [2]) itShowsAndRecordsEverythingOnce(2_500, seed, 'both');
