import { createDeliveryOutbox } from '../../../lib/delivery/delivery-outbox.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createMuteLedger } from '../../../lib/dynamo/dynamo-mute-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { Mute, MutedItem } from '../../../lib/mutes/mute.ts';
import { NO_PROPOSALS, type Proposal } from '../../../lib/mutes/proposal.ts';
import { proposalsNotice, proposalsNoticeId } from '../../../lib/mutes/proposal-words.ts';
import { sendOpsNotice } from '../../../lib/queues/ops-notice.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import { createMemoryOutbox } from '../memory/memory-outbox.ts';
import type { FormatNotes } from './format-notes.ts';
import { OPS } from './ops-config.ts';

const HOUR_MS = 3_600_000;
const by = { surface: 'slack', id: 'U0ADA', name: 'ada' };
const atMs = createManualClock().now();

/** One that lasts, one that was ended, and one of which it was listed what it hid. */
export const MUTES: readonly Mute[] = [
  {
    ...{ id: 'm1', field: 'user', value: 'dana@acme.example', critical: false, reason: 'She travels.' },
    ...{ by, atMs, untilMs: atMs + HOUR_MS },
  },
  {
    ...{ id: 'm2', field: 'threatType', value: 'sabotage', critical: true, reason: 'A test runs.' },
    ...{ by, atMs, untilMs: atMs + HOUR_MS, ended: { by, atMs: atMs + 1 } },
  },
  {
    ...{ id: 'm3', field: 'route', value: 'all', critical: false, reason: 'It was loud.' },
    ...{ by, atMs: atMs - HOUR_MS, untilMs: atMs - 1, listed: true },
  },
];

const rates = { by: { SAFE: 9, TRUE_POSITIVE: 1 }, lately: 3, atMs };
export const PROPOSALS: readonly Proposal[] = [
  { ...rates, id: '0123abcd', field: 'user', value: 'dana@acme.example' },
  { ...rates, id: '4567abcd', field: 'threatType', value: 'sabotage', answered: { choice: 'no', by, atMs } },
  { ...rates, id: '89ababcd', field: 'route', value: 'all', answered: { choice: 'mute', by, atMs } },
];

export const HIDDEN: MutedItem = {
  ...{ muteId: 'm1', feed: 'cases', id: 'c1', createdAtMs: atMs, what: 'Sabotage', severity: 'high' },
};

/** What is muted, hidden and proposed in a domain, and the note in which operators are asked. */
export async function captureMutes(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const rows = createDynamoVersionedRows({ client, tableName: 'ledger', clock, random: Math.random });
  const mutes = createMuteLedger(rows);
  await mutes.save('acme', { mutes: MUTES, proposals: NO_PROPOSALS }, 0, atMs);
  for (const row of table.rows.values()) notes.row(structuredClone(row));
  const proposals = { atMs, told: false, all: PROPOSALS };
  await mutes.save('acme', { mutes: MUTES, proposals }, 1, atMs);
  await mutes.note('acme', [HIDDEN], atMs);

  const ledger = createDeliveryLedger(rows);
  const sent = createMemoryOutbox();
  const keeping = createDeliveryOutbox({ outbox: sent, ledger, severeFrom: 'none', clock });
  const notice = {
    domain: 'acme',
    id: proposalsNoticeId(proposals),
    ...proposalsNotice('acme', proposals),
  };
  // With what it says in the message, too, as where no ledger keeps it.
  for (const outbox of [keeping, sent]) await sendOpsNotice({ ...OPS, outbox, clock }, notice);
  for (const row of table.rows.values()) notes.row(structuredClone(row));
  for (const { body } of sent.accepted(OPS.queueUrls.slack)) notes.message('slack', body);
}
