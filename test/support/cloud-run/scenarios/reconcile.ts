import { randomUUID } from 'node:crypto';
import { createDynamoAnswerLedger } from '../../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../../../../lib/dynamo/dynamo-case-ledger.ts';
import { createQuarantine } from '../../../../lib/dynamo/dynamo-quarantine.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDedupeLedger } from '../../../../lib/features/dedupe/dedupe-ledger.ts';
import { createMuteLedger } from '../../../../lib/features/mutes/mute-ledger.ts';
import { NO_PROPOSALS } from '../../../../lib/features/mutes/proposal.ts';
import { newDelivery } from '../../../../lib/outbox/delivery.ts';
import { changePriority } from '../../../../lib/outbox/priority.ts';
import { createDeliveryLedger } from '../../../../lib/outbox/stored-deliveries.ts';
import type { LocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { aDecision, aVerdict } from '../../../unit/verdict/examples.ts';
import { caseRecord } from '../../case-records.ts';
import { type BridgeStage, DOMAINS } from '../bridge-stage.ts';
import type { Scenario } from '../scenario.ts';
import { noConsumers, nothingByItself, runsOf } from './at-rest.ts';
import { inLedger, type LedgerByHand } from './ledger.ts';

const HOUR_MS = 3_600_000;
/** Several polls of each of four feeds, which are heard of as often as the reconciler would be. */
const OFTEN = 40;
/** Longer than a row holds, so that it is put together from several. */
const LONG = JSON.stringify({ v: 9, text: 'x'.repeat(150_000) });

const everything: Scenario = {
  name: 'what is quarantined is queued again, with a decision that nobody moved on',
  runs: ['Reconcile'],
  shows: ['variable'],
  change: nothingByItself,
  play: ({ cloud }) =>
    inLedger(cloud, async (ledger) => {
      const anHourAgo = ledger.at(Date.now() - HOUR_MS);
      const quarantine = createQuarantine({
        rows: createDynamoVersionedRows(anHourAgo),
        clock: anHourAgo.clock,
      });
      for (const queue of ['slack', 'teams', 'webhook', 'verdict']) {
        const about = { group: 'soc', reason: 'it is of a newer version' };
        await quarantine.keep({ ...about, id: `m-${queue}`, queue, body: LONG });
      }
      await putUndoable(anHourAgo);
      await putUnshown(anHourAgo);
      await reconcile(cloud);
      // With what the operators are told of each queue and of the decision, and a wake-up for what is not shown yet.
      await expectWaiting(cloud, /SlackQueue/, 1 + 4 + 1 + 1);
      await expectWaiting(cloud, /TeamsQueue/, 1);
      await expectWaiting(cloud, /WebhookQueue/, 1);
      await expectWaiting(cloud, /ClicksQueue/, 2);
    }),
};

/** A case on the list of a destination whose bell was lost. */
async function putUnshown(parts: ReturnType<LedgerByHand['at']>): Promise<void> {
  const [domain = ''] = DOMAINS;
  const nowMs = parts.clock.now();
  const item = { case_id: randomUUID(), created_at: new Date(nowMs).toISOString() };
  const key = { domain, feed: 'cases', id: item.case_id, destination: 'soc' } as const;
  const delivery = newDelivery(key, { kind: 'case', item, trimmed: [] }, nowMs);
  await createDeliveryLedger(createDynamoVersionedRows(parts)).save(
    delivery,
    0,
    changePriority(nowMs),
    nowMs,
  );
}

/** A decision that could be undone, and that nobody records. */
async function putUndoable(parts: ReturnType<LedgerByHand['at']>): Promise<void> {
  const [domain = ''] = DOMAINS;
  const atMs = parts.clock.now();
  const decision = aDecision({ state: { is: 'undoable', sinceMs: atMs, untilMs: atMs } });
  await createDynamoAnswerLedger(parts).save(aVerdict({ domain, decision }));
}

const mutes: Scenario = {
  name: 'what a mute hid is listed when it is over',
  runs: ['Reconcile'],
  change: nothingByItself,
  play: ({ cloud }) =>
    inLedger(cloud, async (ledger) => {
      const [domain = ''] = DOMAINS;
      const atMs = Date.now() - 2 * HOUR_MS;
      const mutes = createMuteLedger(createDynamoVersionedRows(ledger.at(atMs)));
      const about = {
        id: 'm1',
        field: 'category',
        value: 'Phishing',
        critical: false,
        reason: 'a drill',
      } as const;
      const by = { surface: 'slack', id: 'U0ANN00001', name: 'Ann' };
      await mutes.save(
        domain,
        { mutes: [{ ...about, by, atMs, untilMs: atMs + HOUR_MS }], waiting: [], proposals: NO_PROPOSALS },
        0,
        atMs,
      );
      const hidden = { feed: 'threats', id: 't1', createdAtMs: atMs } as const;
      await mutes.note(domain, 'm1', [{ ...hidden, what: 'Phishing', severity: null }], atMs);
      await reconcile(cloud);
      // The list, and in `ops` that there was a mute.
      await expectWaiting(cloud, /SlackQueue/, 2);
      const [mute] = (await mutes.load(domain)).mutes;
      if (!mute?.listed) throw new Error('nobody listed what it hid');
    }),
};

const deduped: Scenario = {
  name: 'what a window deduped is listed when it is over',
  runs: ['Reconcile'],
  change: nothingByItself,
  play: ({ cloud }) =>
    inLedger(cloud, async (ledger) => {
      const [domain = ''] = DOMAINS;
      const sinceMs = Date.now() - 2 * HOUR_MS;
      const windows = createDedupeLedger(createDynamoVersionedRows(ledger.at(sinceMs)));
      const item = {
        feed: 'threats',
        id: 't1',
        createdAtMs: sinceMs,
        what: 'Phishing',
        severity: null,
      } as const;
      const window = {
        ...{ id: 'w1', domain, route: 'everything', first: { ...item, id: 't0' }, at: ['soc'] },
        ...{ by: ['user'] as const, sinceMs, untilMs: sinceMs + HOUR_MS },
      };
      await windows.note(window, [{ ...item, at: ['soc'] }]);
      await reconcile(cloud);
      await expectWaiting(cloud, /SlackQueue/, 1);
      if (!(await windows.load(window))?.isListed) throw new Error('nobody listed what it deduped');
    }),
};

const proposals: Scenario = {
  name: 'a mute is proposed, by what was decided',
  runs: ['Reconcile'],
  change: nothingByItself,
  play: ({ cloud }) =>
    inLedger(cloud, async (ledger) => {
      const [domain = ''] = DOMAINS;
      const parts = ledger.at(Date.now() - HOUR_MS);
      const rows = createDynamoVersionedRows(parts);
      const verdicts = createDynamoAnswerLedger(parts);
      const by = { surface: 'slack', id: 'U0ANN00001', name: 'Ann' };
      for (let n = 1; n <= 8; n++) {
        const caseId = randomUUID();
        await putShown(rows, domain, caseId, parts.clock.now());
        const entry = {
          domain,
          caseId,
          n,
          atMs: parts.clock.now() + n,
          id: caseId,
          place: null,
          comment: null,
        };
        await verdicts.copyTrail([{ ...entry, what: 'recorded', outcome: 'SAFE', by, answer: null }]);
      }
      await reconcile(cloud);
      await expectWaiting(cloud, /SlackQueue/, 1);
      const { proposals } = await createMuteLedger(rows).load(domain);
      if (!proposals.told || proposals.all.length === 0) throw new Error('nothing was proposed');
    }),
};

const followed: Scenario = {
  name: 'the reconciler looks how cases stand in the platform, and has it shown',
  runs: ['Reconcile'],
  change: nothingByItself,
  play: ({ cloud }) =>
    inLedger(cloud, async (ledger) => {
      const parts = ledger.at(Date.now() - HOUR_MS);
      const rows = createDynamoVersionedRows(parts);
      const cases = createCaseLedger(rows);
      const ids = DOMAINS.map((domain) => ({ domain, caseId: randomUUID() }));
      for (const { domain, caseId } of ids) {
        await putShown(rows, domain, caseId, parts.clock.now());
        // A function died before it was shown. By now the platform does not have the case any more.
        const createdAtMs = parts.clock.now();
        const record = caseRecord({ domain, caseId, createdAtMs, updatedAtMs: createdAtMs });
        const last = { n: 1, from: 'discover', to: 'investigating', atMs: createdAtMs } as const;
        await cases.save({ ...record, status: last.to, changes: [last], owed: true });
      }
      await reconcile(cloud);
      await expectWaiting(cloud, /SlackQueue/, DOMAINS.length);
      for (const { domain, caseId } of ids) {
        const record = await cases.load(domain, caseId);
        if (record?.owed !== false || record.missed?.looks !== 1)
          throw new Error(`nobody looked for the case of ${domain}`);
      }
    }),
};

interface Opened {
  readonly case_ids: readonly string[];
  readonly event_ids: readonly string[];
}

const addedPlaces: Scenario = {
  name: 'a followed case that changed is handed to chats where it belongs now',
  runs: ['Reconcile'],
  change: nothingByItself,
  play: ({ cloud, stage }) =>
    inLedger(cloud, async (ledger) => {
      const [domain = ''] = DOMAINS;
      // One of its own: others of these scenarios close what there is, and count it.
      const { api } = stage as BridgeStage;
      const { case_ids, event_ids } = await api.control<Opened>('POST', '/cases', {
        domain,
        // It opens a window, for what is alike to it, and tells an event.
        events: [{}],
      });
      const [caseId = ''] = case_ids;
      const createdAtMs = Date.now();
      const parts = ledger.at(Date.now() - HOUR_MS);
      const rows = createDynamoVersionedRows(parts);
      const cases = createCaseLedger(rows);
      const places = { elsewhere: 'handed' } as const;
      const updatedAtMs = createdAtMs - HOUR_MS;
      await cases.save(caseRecord({ domain, caseId, createdAtMs, updatedAtMs, places }));
      try {
        await reconcile(cloud);
      } finally {
        await api.control('DELETE', `/cases/${caseId}`, { domain });
        for (const id of event_ids) await api.control('DELETE', `/threats/${id}`, { domain });
      }
      if ((await createDeliveryLedger(rows).places({ domain, feed: 'cases', id: caseId })).length === 0)
        throw new Error('no chat was handed the case');
      const record = await cases.load(domain, caseId);
      if (Object.values(record?.places ?? {}).filter((place) => place === 'handed').length < 2)
        throw new Error('nobody noted where the case was sent');
    }),
};

const personas: Scenario = {
  name: 'the reconciler asks the platform who a case is about, and has it told',
  runs: ['Reconcile'],
  change: nothingByItself,
  play: ({ cloud, stage }) =>
    inLedger(cloud, async (ledger) => {
      const [domain = ''] = DOMAINS;
      const parts = ledger.at(Date.now() - HOUR_MS);
      const rows = createDynamoVersionedRows(parts);
      const createdAtMs = parts.clock.now();
      const caseId = randomUUID();
      const { domains } = await (stage as BridgeStage).api.control<{
        domains: Record<string, { user_email: string }>;
      }>('GET', '/samples');
      await putShown(rows, domain, caseId, createdAtMs, { user_email: domains[domain]?.user_email });
      await createCaseLedger(rows).save(
        caseRecord({ domain, caseId, createdAtMs, updatedAtMs: createdAtMs }),
      );
      await reconcile(cloud);
      await expectWaiting(cloud, /SlackQueue/, 1);
      if ((await ledger.count('persona#')) !== 1) throw new Error('what the platform said is not kept');
    }),
};

async function putShown(
  rows: ReturnType<typeof createDynamoVersionedRows>,
  domain: string,
  id: string,
  nowMs: number,
  fields: object = {},
): Promise<void> {
  const item = { case_id: id, created_at: new Date(nowMs).toISOString(), ...fields };
  const key = { domain, feed: 'cases', id, destination: 'soc' } as const;
  const delivery = newDelivery(key, { kind: 'case', item, trimmed: [] }, nowMs);
  const main = { ref: { channel: 'C0SOC00001', ts: '1.1' }, hash: 'h' };
  await createDeliveryLedger(rows).save({ ...delivery, settled: true, main }, 0, null, nowMs);
}

const scheduled: Scenario = {
  name: 'the schedule has the reconciler run',
  runs: ['Reconcile'],
  change: noConsumers,
  shows: ['schedule'],
  // Twice a second.
  options: { speed: 120 },
  play: ({ until, said, cloud }) =>
    until('the reconciler has run', () => {
      if (runsOf(cloud, 'PollFunction') > OFTEN)
        throw new Error('the reconciler was not run, while feeds were polled again and again');
      return said.some(({ ReconcilerRan }) => ReconcilerRan === 1);
    }),
};

export const reconcileScenarios: readonly Scenario[] = [
  ...[everything, mutes, deduped, proposals, followed, personas, addedPlaces, scheduled],
];

async function reconcile({ functions, invoke }: LocalCloud): Promise<void> {
  const { settings } = functions.find(({ settings: { name } }) => name.includes('ReconcileFunction')) ?? {};
  const outcome = await invoke(settings?.name ?? 'reconcile', {});
  if (!outcome.ok) throw new Error(`the reconciler failed: ${outcome.errorType}: ${outcome.errorMessage}`);
}

async function expectWaiting(cloud: LocalCloud, queue: RegExp, count: number): Promise<void> {
  const found = Object.entries(await cloud.queues()).filter(([name]) => queue.test(name));
  const waiting = found.reduce((sum, [, depth]) => sum + depth.waiting, 0);
  if (waiting !== count) throw new Error(`${waiting} instead of ${count} messages wait in ${queue.source}`);
}
