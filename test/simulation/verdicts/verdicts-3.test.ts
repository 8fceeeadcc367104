import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

itShowsAndRecordsEverythingOnce(1_000, 7, 'small');
