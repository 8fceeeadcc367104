import { itShowsPeopleTheTruth } from './world-test.ts';

itShowsPeopleTheTruth(1);
