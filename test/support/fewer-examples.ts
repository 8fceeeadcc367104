import fc from 'fast-check';
import { IS_FULL } from './extent.ts';

// What a property draws where it does not say how much itself.
if (!IS_FULL) fc.configureGlobal({ numRuns: 30 });
