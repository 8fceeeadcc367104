import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import type { FeedKey } from '../../../lib/feed/feed-ledger.ts';
import { systemClock as clock } from '../../../lib/platform/clock.ts';
import { deliveryIdOf } from '../../../lib/queues/delivery-id.ts';
import type { Envelope } from '../../../lib/queues/envelope.ts';
import type { OutMessage } from '../../../lib/queues/outbox.ts';
import { packEnvelope } from '../../../lib/queues/pack-envelope.ts';
import { type SqsRecord, sqsBatch } from '../../../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../../../lib/queues/sqs-outbox.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { type LocalQueues, startFauxqs } from '../../support/aws/start-fauxqs.ts';

const AT = '2026-11-15T09:00:00.000Z';
let table: LocalTable;
let queues: LocalQueues;
beforeAll(async () => {
  [table, queues] = await Promise.all([startDynalite(), startFauxqs()]);
});
afterAll(() => Promise.all([table.stop(), queues.stop()]));

const envelopeOf = (id: string): Envelope => ({
  v: 1,
  kind: 'case',
  deliveryId: deliveryIdOf({ domain: 'acme', feed: 'cases', id, destination: 'soc' }),
  domain: 'acme',
  destination: 'soc',
  routes: ['all'],
  handedOverAt: AT,
  item: { case_id: id, created_at: AT, threat_brief: 'Zürich 東京 🛡️ \ud800 \uffff' },
});
const messageOf = (envelope: Envelope): OutMessage => ({
  deliveryId: envelope.deliveryId,
  group: 'C0123ABCD',
  body: packEnvelope(envelope),
});

describe('handing over a page of 200 items', () => {
  it.each(['fifo', 'standard'] as const)(
    'takes at most 0.2 calls an item and loses nothing on the way through a %s queue',
    async (kind) => {
      const ledger = createDynamoFeedLedger({ ...table, clock, random: Math.random });
      const outbox = createSqsOutbox({ client: queues.client, clock, random: Math.random });
      const feed: FeedKey = { domain: kind, feed: 'cases' };
      const queue = queues.createQueue(kind);
      const ids = Array.from({ length: 200 }, (_, n) => `case-${n}`);
      const envelopes = ids.map(envelopeOf);
      table.calls.clear();
      const sendsBefore = queues.sends();

      expect((await ledger.recorded(feed, ids)).size).toBe(0);
      expect(await outbox.send(queue, envelopes.map(messageOf))).toEqual([]);
      const done = ids.map((id) => ({ id, createdAtMs: Date.parse(AT), missing: [] }));
      await ledger.record(feed, done, Date.parse(AT));
      const calls = [...table.calls.values()].reduce(
        (sum, count) => sum + count,
        queues.sends() - sendsBefore,
      );
      expect(calls / ids.length).toBeLessThanOrEqual(0.2);

      const received: Envelope[] = [];
      const handler = sqsBatch(
        async (envelope) => {
          received.push(envelope);
          return 'done';
        },
        { park: ({ reason }) => Promise.reject(new Error(reason)) },
      );
      const Records = (await queues.drain(queue)).map(
        ({ MessageId = '', Body = '', Attributes = {} }): SqsRecord => ({
          messageId: MessageId,
          body: Body,
          attributes: Attributes,
          eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${queue.split('/').at(-1)}`,
        }),
      );
      expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
      const byId = (a: Envelope, b: Envelope) => a.deliveryId.localeCompare(b.deliveryId);
      expect(received.toSorted(byId)).toEqual(envelopes.toSorted(byId));
    },
  );
});
