import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

itShowsAndRecordsEverythingOnce(1_000, 3, 'small');
