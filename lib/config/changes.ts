import * as z from 'zod/mini';
import { duration } from './schema/duration.ts';
import { choice, strict } from './schema/strict.ts';

/** How open cases are followed through the platform. */
export const Changes = strict({
  /** How often the reconciler looks for them. It runs once a minute. */
  every: z._default(duration({ atLeast: '1m', atMost: '1h' }), 5 * 60_000),
  /**
   * Which changes of a case's state its thread tells. `important`: action taken, closed, not listed any more, and those back
   * from there. Its message shows each of them whatever this says.
   */
  tell: z._default(choice(['all', 'important', 'none']), 'important'),
});
export type Tell = z.output<typeof Changes>['tell'];
