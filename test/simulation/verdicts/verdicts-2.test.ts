import { IS_FULL } from '../../support/extent.ts';
import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

if (IS_FULL) for (const seed of [2, 21]) itShowsAndRecordsEverythingOnce(2_500, seed, 'both');
else itShowsAndRecordsEverythingOnce(5_000, 2, 'both');
