import type { CallAws } from '../base/aws/signed-aws.ts';
import type { Clock } from '../base/clock.ts';
import type { QuarantinedMessage } from '../base/queues/quarantine.ts';
import { insertOnce } from './insert-statement.ts';
import { newQuarantineRow } from './quarantine-row.ts';

/** Quarantines a message without the SDK, for the action function, which may add such rows and do nothing else to them. */
export const createSignedQuarantine =
  (callAws: CallAws, tableName: string, clock: Clock) =>
  async (message: Pick<QuarantinedMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>): Promise<void> =>
    void (await insertOnce(callAws, tableName, newQuarantineRow(message, clock.now())));
