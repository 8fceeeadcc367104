import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

itShowsAndRecordsEverythingOnce(5_000, 2, 'both');
