import type { CallAws } from '../base/aws/signed-aws.ts';
import type { Clock } from '../base/clock.ts';
import type { QuarantinedMessage } from '../base/queues/quarantine.ts';
import { asSent, EXECUTE_STATEMENT, insertOf } from './insert-statement.ts';
import { newQuarantineRow } from './quarantine-row.ts';

/** Quarantines a message without the SDK, for the action function, which may add such rows and do nothing else to them. */
export const createSignedQuarantine =
  (callAws: CallAws, tableName: string, clock: Clock) =>
  async (message: Pick<QuarantinedMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>): Promise<void> => {
    try {
      await callAws(EXECUTE_STATEMENT, insertOf(tableName, asSent(newQuarantineRow(message, clock.now()))));
    } catch (thrown) {
      // It is there already: the chat sent the same click again, or AWS our first try.
      if (!/DuplicateItem/.test(String(thrown))) throw thrown;
    }
  };
