import { createSendCanaries } from '../../../lib/canary/send-canaries.ts';
import type { SeenCanary } from '../../../lib/canary/stage-of.ts';
import { newDelivery } from '../../../lib/delivery/delivery.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createFindings } from '../../../lib/health/problem.ts';
import { createRestingNotice } from '../../../lib/reconcile/resting-notice.ts';
import { createWatchConnectors } from '../../../lib/reconcile/watch-connectors.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import { createMemoryOutbox } from '../memory/memory-outbox.ts';
import type { FormatNotes } from './format-notes.ts';
import { OPS } from './ops-config.ts';

const HOUR_MS = 3_600_000;
const AWAY: SeenCanary = { delivery: null, verdict: null };
/** Where nobody decides, a card that was posted is all that can come back. */
const POSTED: SeenCanary = {
  delivery: { value: { ...newDelivery({} as never, {} as never, 0), main: {} as never } },
  verdict: null,
};

/** What the reconciler remembers of what it told: canaries, connectors, and messages that rest. */
export async function captureTold(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const rows = createDynamoVersionedRows({ client, tableName: 'ledger', clock, random: Math.random });
  const log = () => undefined;
  const note = () => {
    for (const row of table.rows.values()) notes.row(structuredClone(row));
  };

  let seen = AWAY;
  const sendCanaries = createSendCanaries({
    destinations: ['ops'],
    everyMs: HOUR_MS,
    rows,
    handOver: async () => undefined,
    look: async () => seen,
    press: null,
    findings: createFindings(),
    newId: () => '1c7b0c3e-4f0d-4a58-9d3c-6b1f0c9a7e21',
    clock,
    log,
  });
  let status = 'active';
  let isTaken = false;
  const watchConnectors = createWatchConnectors({
    domains: ['acme'],
    connectors: ['cloud_directory'],
    clientOf: async () => ({
      integration: async (type) =>
        ({ connector_type: type, display_name: 'Cloud Directory', status }) as never,
    }),
    onRefusedKey: log,
    rows,
    tell: async () => isTaken,
    clock,
    log,
  });
  const run = async (change: () => void) => {
    change();
    await sendCanaries(clock.now() + HOUR_MS);
    await watchConnectors(clock.now() + HOUR_MS);
    note();
    clock.advance(HOUR_MS / 4);
  };
  await run(() => undefined);
  await run(() => {
    status = 'degraded';
    seen = POSTED;
  });
  await run(() => undefined);
  await run(() => {
    isTaken = true;
  });
  const tell = createRestingNotice({ ...OPS, rows, outbox: createMemoryOutbox(), clock });
  await tell('verdict', [{ body: '{}', reason: 'newer', sinceMs: clock.now() } as never]);
  note();
}
