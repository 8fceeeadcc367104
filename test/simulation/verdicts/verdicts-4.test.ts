import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

itShowsAndRecordsEverythingOnce(2_000, 2, 'rolling');
