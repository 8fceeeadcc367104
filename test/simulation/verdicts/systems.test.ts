import { itShowsAndRecordsEverythingOnce } from './verdict-simulation.ts';

itShowsAndRecordsEverythingOnce(1_500, 1, 'systems');
