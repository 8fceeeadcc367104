import { lastChange } from '../../lib/case/case-record.ts';
import { createCaseLedger } from '../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createAsk } from '../../lib/outbox/ask-notifiers.ts';
import { newDelivery } from '../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { createMemoryBudget } from '../../lib/posture/request-budget.ts';
import { type Case, type CaseState, updatedAtMsOf } from '../../lib/posture/schemas/case.ts';
import { createFollowCases } from '../../lib/reconcile/follow-cases.ts';
import { countUnits } from '../support/aws/count-units.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { caseRecord } from '../support/case-records.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startReferenceServer } from '../support/posture-api.ts';

const DOMAIN = 'acme';
const DAY_MS = 86_400_000;
/** Cases are of the last month: so many batches. */
const BATCHES = 10;

interface Opened {
  readonly id: string;
  readonly createdAtMs: number;
}

/**
 * The reference server with open cases and a history of closed ones; the part of the reconciler that follows cases, and a
 * table that counts what it would be charged. Time is what the bench says, so that an hour passes in seconds.
 */
export async function startLifecycleWorld(open: number, history: number) {
  const clock = createManualClock(Date.now());
  const api = await startReferenceServer({ cases: 0, threats: 0, users: 20, nhi: 0, drift: 0, readLimit: 0 });
  const { client, units } = countUnits(new FakeDynamo());
  const rows = createDynamoVersionedRows({
    client: client as never,
    tableName: 'ledger',
    clock,
    random: Math.random,
  });
  const records = createCaseLedger(rows);
  const deliveries = createDeliveryLedger(rows);
  const cases = api.client({ clock, budget: createMemoryBudget(clock) }).cases;
  const shown = new Map<string, { readonly state: string; readonly atMs: number }>();
  const display = createAsk({
    ledger: deliveries,
    outbox: { send: async () => [] },
    queueUrlOf: () => 'https://queues/slack.fifo',
    severeFrom: 'high',
    clock,
  });
  const { part } = createFollowCases({
    domains: [DOMAIN],
    everyMs: 5 * 60_000,
    ledger: records,
    casesOf: async () => cases,
    bringUpToDate: async (record, item) => ({ ...record, updatedAtMs: updatedAtMsOf(item) }),
    async ask(domain, caseId, item) {
      const newest = await display.everywhere(domain, caseId, item);
      const record = await records.load(domain, caseId);
      const change = record && lastChange(record);
      if (change) shown.set(caseId, { state: change.to, atMs: clock.now() });
      return newest;
    },
    isClosingShown: async () => false,
    answerOf: async () => null,
    tellWebhooks: async () => undefined,
    onRefusedKey: () => undefined,
    clock,
    log: () => undefined,
  });

  async function openSome(count: number, state: CaseState): Promise<Opened[]> {
    const opened: Opened[] = [];
    for (let batch = 0; batch < BATCHES; batch++) {
      const some = Math.floor((count * (batch + 1)) / BATCHES) - Math.floor((count * batch) / BATCHES);
      const createdAtMs = clock.now() - ((batch + 1) * 30 * DAY_MS) / BATCHES;
      if (some === 0) continue;
      const fields = { count: some, created_at: new Date(createdAtMs).toISOString(), state };
      const { case_ids } = await api.control<{ case_ids: string[] }>('POST', '/cases', fields);
      opened.push(...case_ids.map((id) => ({ id, createdAtMs })));
    }
    return opened;
  }

  await openSome(history, 'closed');
  const followed = await openSome(open, 'discover');
  for (const { id, createdAtMs } of followed) {
    const { case: item } = await api.control<{ case: Case }>('GET', `/cases/${id}`);
    const key = { domain: DOMAIN, feed: 'cases', id, destination: 'soc' } as const;
    const delivery = newDelivery(key, { kind: 'case', item, trimmed: [] }, clock.now());
    const main = { ref: { channel: 'C0SOC00001', ts: '1.1' }, hash: 'h' };
    await deliveries.save({ ...delivery, settled: true, main }, 0, null, clock.now());
    const known = { domain: DOMAIN, caseId: id, createdAtMs, updatedAtMs: updatedAtMsOf(item) };
    await records.save(caseRecord({ ...known, places: { soc: 'handed' } }));
  }
  return {
    clock,
    units,
    followed,
    shown: shown as ReadonlyMap<string, { readonly state: string; readonly atMs: number }>,
    run: () => part(clock.now() + 50_000),
    move: (id: string, state: CaseState) => api.control('POST', `/cases/${id}/state`, { state }),
    async requests(): Promise<number> {
      const { requests } = await api.control<{ requests: Record<string, number> }>('GET', '/requests');
      return requests['GET /cases'] ?? 0;
    },
    close: () => api.close(),
  };
}

export type LifecycleWorld = Awaited<ReturnType<typeof startLifecycleWorld>>;
