import { itLosesNothing } from './simulation-test.ts';

itLosesNothing(10_000, 2);
