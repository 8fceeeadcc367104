import * as z from 'zod/mini';
import { duration } from './schema/duration.ts';
import { choice, strict } from './schema/strict.ts';

/** How the bridge follows open cases in the platform. */
export const Changes = strict({
  /** How often the reconciler looks at them. It runs once a minute. */
  every: z._default(duration({ atLeast: '1m', atMost: '1h' }), 5 * 60_000),
  /**
   * Which state changes the thread of a case shows. `important`: action taken, closed, no longer listed, and back from
   * there. The message of the case always shows its current state.
   */
  tell: z._default(choice(['all', 'important', 'none']), 'important'),
});
export type Tell = z.output<typeof Changes>['tell'];
