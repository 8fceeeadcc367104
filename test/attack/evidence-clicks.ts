import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { newDelivery } from '../../lib/outbox/delivery.ts';
import { hasDelivery } from '../../lib/outbox/has-delivery.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { createVerdictHandler } from '../../lib/verdict/verdict-handler.ts';
import type { MessageOf } from '../../lib/verdict/verdict-message.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { createManualClock } from '../support/manual-clock.ts';
import type { Attempt } from './attempt.ts';
import { DAY_MS, NOON } from './trail-examples.ts';

const SHOWN = 'c1';
const MADE_UP = 'c-made-up';
const MINUTE_MS = 60_000;

const pressOf = (caseId: string, clickId: string, atMs: number): MessageOf<'denied'> => ({
  v: 1,
  kind: 'denied',
  domain: 'acme',
  caseId,
  reply: null,
  by: { surface: 'slack', id: 'U0EVE', name: 'Eve' },
  place: 'soc',
  clickId,
  atMs,
  what: 'SAFE',
  why: 'You may not decide here.',
});

/** The verdict function with one case that was shown. */
async function setUp() {
  const table = new FakeDynamo();
  const clock = createManualClock(NOON);
  const parts = {
    client: table.client(async (_label, effect) => effect()),
    tableName: 'ledger',
    clock,
    random: Math.random,
  };
  const deliveries = createDeliveryLedger(createDynamoVersionedRows(parts));
  const key = { domain: 'acme', feed: 'cases', id: SHOWN, destination: 'soc' } as const;
  const content = {
    kind: 'case',
    item: { case_id: SHOWN, created_at: '2026-11-15T00:00:00Z' },
    trimmed: [],
  } as const;
  await deliveries.save(newDelivery(key, content, NOON), 0, null, NOON);
  const handler = createVerdictHandler({
    ledger: createDynamoAnswerLedger(parts),
    hasDelivery: (domain, caseId) => hasDelivery(deliveries, domain, caseId),
    platformOf: async () => null,
    queue: { sendLater: async () => undefined },
    surfaces: {
      changed: async () => undefined,
      tell: async () => undefined,
    },
    rules: { undoSeconds: 0, outcomes: {} as never },
    people: {},
    rememberedMs: 400 * 86_400_000,
    whyDenied: async () => null,
    placeName: (place) => place,
    postTimeoutMs: 30_000,
    clock,
    log: () => undefined,
    metrics: () => undefined,
  });
  const rows = () => [...table.rows.values()].filter(({ pk }) => pk?.S?.startsWith('audit#')).length;
  return { handler, rows };
}

const expectRows = (count: number, found: number): string | null =>
  found === count ? null : `${found} rows are in the trail instead of ${count}`;

/** Presses of somebody who may not decide, to fill the trail or to hide something in it. */
export const clickAttempts: readonly Attempt[] = [
  {
    name: 'evidence: one denied press is delivered again and again, for days',
    async run() {
      const { handler, rows } = await setUp();
      const times = [0, 1, MINUTE_MS, DAY_MS / 2, DAY_MS, 3 * DAY_MS];
      for (const laterMs of times) await handler.handle(pressOf(SHOWN, 'click', NOON + laterMs));
      return expectRows(1, rows());
    },
  },
  {
    name: 'evidence: one denied press is delivered ten times at once',
    async run() {
      const { handler, rows } = await setUp();
      const presses = Array.from({ length: 10 }, (_, n) => handler.handle(pressOf(SHOWN, 'click', NOON + n)));
      await Promise.all(presses);
      return expectRows(1, rows());
    },
  },
  {
    name: 'evidence: denied presses on a hundred cases that were made up',
    async run() {
      const { handler, rows } = await setUp();
      for (let n = 0; n < 100; n++) await handler.handle(pressOf(`${MADE_UP}-${n}`, `click-${n}`, NOON + n));
      return expectRows(0, rows());
    },
  },
  {
    name: 'evidence: a denied press on a case of another domain, by the id of one that was shown',
    async run() {
      const { handler, rows } = await setUp();
      await handler.handle({ ...pressOf(SHOWN, 'click', NOON), domain: 'acme#cases' });
      await handler.handle({ ...pressOf(SHOWN, 'click', NOON), domain: 'zeta' });
      return expectRows(0, rows());
    },
  },
  {
    name: 'evidence: two presses are two rows, so that none hides another',
    async run() {
      const { handler, rows } = await setUp();
      await handler.handle(pressOf(SHOWN, 'click', NOON));
      await handler.handle(pressOf(SHOWN, 'another', NOON));
      return expectRows(2, rows());
    },
  },
];
