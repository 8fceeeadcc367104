import { operationEntry } from '../../../cli/act/note-operation.ts';
import { type AskMessage, writeAskMessage } from '../../../lib/commands/ask-message.ts';
import { createDynamoAuditTrail } from '../../../lib/dynamo/dynamo-audit-trail.ts';
import { withProof } from '../../../lib/verdict/click-proof.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import { SEAL } from '../sealed.ts';
import type { FormatNotes } from './format-notes.ts';

const atMs = createManualClock().now();

export const OPERATION = operationEntry({
  ...{ id: '1c7b0c3e', domain: 'acme', what: 'rewind cases to 2026-11-15T00:00:00.000Z', atMs },
  arn: 'arn:aws:sts::111122223333:assumed-role/ops/ada',
});

const asked: AskMessage = {
  ...{ v: 1, kind: 'ask', askId: 'ask-1', text: 'cases closed', atMs, channelId: null, page: null },
  by: { surface: 'teams', id: '8:orgid:1', name: 'Ada' },
  found: { groups: ['g1'], outsider: false },
  reply: null,
};
/** In each chat, and for the next page of an answer. */
export const ASKED: readonly AskMessage[] = [
  asked,
  {
    ...asked,
    by: { surface: 'slack', id: 'U0ADA', name: 'ada' },
    channelId: 'C0SOC00001',
    page: { domain: 'acme', after: 'c10' },
    reply: { surface: 'slack', value: 'https://hooks.slack.example/1' } as never,
  },
];

/** What an operator did, as the trail has it; and what people ask in a chat, on its way. */
export async function captureOperators(notes: FormatNotes): Promise<void> {
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock: createManualClock(), random: Math.random };
  await createDynamoAuditTrail(parts).add([OPERATION]);
  for (const row of table.rows.values()) notes.row(structuredClone(row));
  for (const message of ASKED) notes.message('verdict', withProof(writeAskMessage(message), SEAL));
}
