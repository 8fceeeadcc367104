import type { CallAws } from '../platform/aws/signed-aws.ts';
import type { Clock } from '../platform/clock.ts';
import type { RestingMessage } from '../platform/queues/resting-messages.ts';
import { asSent, EXECUTE_STATEMENT, insertOf } from './insert-statement.ts';
import { newRestingRow } from './resting-row.ts';

/** Puts a message to rest without the SDK, for the action function, which may add such rows and do nothing else to them. */
export const createSignedRest =
  (callAws: CallAws, tableName: string, clock: Clock) =>
  async (message: Pick<RestingMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>): Promise<void> => {
    try {
      await callAws(EXECUTE_STATEMENT, insertOf(tableName, asSent(newRestingRow(message, clock.now()))));
    } catch (thrown) {
      // It rests there already: the chat sent the same click again, or AWS our first try.
      if (!/DuplicateItem/.test(String(thrown))) throw thrown;
    }
  };
