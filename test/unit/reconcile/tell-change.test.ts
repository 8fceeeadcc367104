import { describe, expect, it } from 'vitest';
import { deliveryIdOf, firstEventId } from '../../../lib/case/delivery-id.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { newEvent } from '../../../lib/endpoints/endpoint-event.ts';
import { createKeepForEndpoints } from '../../../lib/endpoints/keep-events.ts';
import { createChooses } from '../../../lib/endpoints/open-endpoints.ts';
import { createEventLedger } from '../../../lib/endpoints/stored-events.ts';
import { createHandOver } from '../../../lib/outbox/hand-over.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { createTellChange } from '../../../lib/reconcile/tell-change.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

const QUEUE = 'https://queues/webhook.fifo';
const AT = '2026-11-15T08:59:00.000Z';
const webhook = (name: string) =>
  ({ type: 'webhook', url: `https://hooks.example/${name}`, secret: '/secret' }) as const;
const config = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
  destinations: { siem: webhook('siem'), soar: webhook('soar') },
  routes: [{ to: ['siem', 'soar'] }],
});

function setUp() {
  const clock = createManualClock();
  const ledger = createEventLedger(createMemoryVersionedRows());
  const outbox = createMemoryOutbox();
  const keyOf = (destination: string) => ({ domain: 'acme', feed: 'cases' as const, id: 'c1', destination });
  const tell = createTellChange({
    config,
    queueUrls: { webhook: QUEUE },
    outbox: createHandOver({
      outbox,
      keep: createKeepForEndpoints({ ledger, chooses: createChooses(config.destinations), clock }),
    }),
    clock,
  });
  return {
    outbox,
    tell: (state: string, revision: string) => {
      const item: Case = { case_id: 'c1', created_at: AT, updated_at: AT, state };
      return tell('acme', item, revision);
    },
    /** The poller handed the case to this webhook. */
    async handed(destination: string) {
      const key = keyOf(destination);
      const about = { key, deliveryId: deliveryIdOf(key), atMs: 1, content: null };
      await ledger.save(newEvent({ ...about, type: 'case.created' }), 0, null, clock.now());
    },
    async told(destination: string) {
      const named = await ledger.namesOf({ domain: 'acme', feed: 'cases', id: 'c1' });
      const mine = named.filter((one) => one.destination === destination);
      const events = mine.filter(({ eventId }) => eventId !== firstEventId(keyOf(destination)));
      const rows = events.map(({ eventId }) =>
        ledger.read(ledger.rowOf({ key: keyOf(destination), eventId })),
      );
      return (await Promise.all(rows)).map((row) => row?.value.type).toSorted();
    },
  };
}

describe('a change of a followed case', () => {
  it('is told to the webhooks that the case was handed to, each change once', async () => {
    const one = setUp();
    await one.handed('siem');
    await one.tell('investigating', `${AT}.1`);
    await one.tell('investigating', `${AT}.1`);
    await one.tell('closed', `${AT}.2`);
    expect(await one.told('siem')).toEqual(['case.changed', 'case.closed']);
    expect(await one.told('soar')).toEqual([]);
  });

  it('is not told when the queue does not take it, and so stays owed', async () => {
    const one = setUp();
    await one.handed('siem');
    one.outbox.refuse(() => 'full');
    await expect(one.tell('closed', `${AT}.1`)).rejects.toThrow('webhooks were not told: full');
  });
});
