import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../lib/case/envelope.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createItemMessages } from '../../../lib/feed/item-messages.ts';
import { createPauseNotice, createResumeNotice } from '../../../lib/feed/pause-notice.ts';
import type { QueuedItem } from '../../../lib/feed/queued-items.ts';
import { contentOf } from '../../../lib/outbox/item-content.ts';
import { NotReadyError, UnauthorizedError } from '../../../lib/posture/posture-errors.ts';
import { fixture } from '../../support/fixture.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';

const [item] = (fixture('cases-page') as { items: { case_id: string; threat_type: string }[] }).items;
const config = defineBridge({
  domains: {
    acme: { baseUrl: 'https://posture.example/api/v1/external', apiKey: '/posture-bridge/acme/api-key' },
  },
  destinations: {
    hook: { type: 'webhook', url: 'https://hooks.example/in', secret: '/posture-bridge/hook' },
    lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
  },
  routes: [
    { name: 'all', to: ['hook', 'lake'] },
    { name: 'try', to: 'lake', shadow: true },
  ],
  ops: { to: 'hook' },
});
const queueUrls = { webhook: 'https://queues.example/webhook' };
const clock = createManualClock();
const feed = { domain: 'acme', feed: 'cases' } as const;

describe('an item', () => {
  const shadows: unknown[] = [];
  const unrouted: unknown[] = [];
  const { route, tellRouting, forPlaces, forChanged, keep, forKept } = createItemMessages({
    config,
    feed,
    queueUrls,
    clock,
    onShadow: (to) => shadows.push(to),
    onUnrouted: (one) => unrouted.push(one),
  });
  const listed = { id: item?.case_id ?? '', createdAtMs: 0, item };
  const queued = forPlaces(listed, route(item).destinations);

  it('goes to the queue of each destination that its routes name', () => {
    expect(queued.map(({ destination, queueUrl }) => [destination, queueUrl])).toEqual([
      ['hook', 'https://queues.example/webhook'],
      ['lake', 'https://queues.example/webhook'],
    ]);
    expect([shadows, unrouted]).toEqual([[], []]);
    tellRouting(listed);
    expect([shadows, unrouted]).toEqual([[['lake']], []]);
  });

  it('that changed goes to where it stands, as far as the configuration has it', () => {
    const changed = forChanged({ ...listed, revision: 'later' }, ['lake', 'gone-from-the-configuration']);
    expect(changed.map(({ destination }) => destination)).toEqual(['lake']);
    const message = changed[0]?.message;
    expect(message?.deliveryId).not.toBe(queued[1]?.message.deliveryId);
    expect(message?.envelope).toMatchObject({ changed: true });
  });

  it('travels in an envelope, always under the same delivery id', () => {
    for (const { message, destination } of queued) {
      expect(message.envelope).toMatchObject({
        kind: 'case',
        domain: 'acme',
        destination,
        deliveryId: message.deliveryId,
        item,
        routes: ['all', 'try'],
      });
    }
    clock.advance(60_000);
    const again = forPlaces(listed, ['hook', 'lake']);
    expect(again.map(({ message }) => message.deliveryId)).toEqual(
      queued.map(({ message }) => message.deliveryId),
    );
  });

  it('that is kept for a destination still goes there when no route would name it any more', () => {
    const events = Array.from({ length: 1_500 }, (_, n) => ({
      event_id: `e${n}`,
      summary: 'x'.repeat(1_000),
    }));
    const huge = { case_id: 'c', created_at: '2026-11-15T09:00:00Z', events };
    const kept = keep({ id: 'c', createdAtMs: 0, item: huge });
    expect(JSON.stringify(kept).length).toBeLessThan(350 * 1024);
    const left = (kept as { item: typeof huge }).item.events.length;
    const again = forKept({ id: 'c', createdAtMs: 0, item: kept }, 'lake');
    expect(again?.message.envelope).toMatchObject({
      destination: 'lake',
      routes: ['all', 'try'],
      trimmed: { what: [expect.any(String), expect.any(String)], eventsLeftOut: 1_500 - left },
    });
    expect(forKept({ id: 'c', createdAtMs: 0, item: kept }, 'gone-from-the-configuration')).toBeNull();
  });

  it('has at each destination the facts that are for it, also when it was kept', () => {
    const facts = new Map([['lake', { past: '90|1|' }]]);
    const one = { id: 'c', createdAtMs: 0, item };
    const kept = JSON.parse(JSON.stringify(keep(one, facts)));
    // As versions before kept it, when facts were the same everywhere.
    const older = { ...kept, factsAt: undefined, facts: { past: '90|7|' } };
    const factsIn = (queued: QueuedItem | null | undefined) =>
      (queued?.message.envelope as { facts?: unknown } | undefined)?.facts;
    expect(forPlaces(one, ['hook', 'lake'], facts).map(factsIn)).toEqual([undefined, { past: '90|1|' }]);
    expect(factsIn(forKept({ ...one, item: kept }, 'lake'))).toEqual({ past: '90|1|' });
    expect(factsIn(forKept({ ...one, item: kept }, 'hook'))).toBeUndefined();
    expect(factsIn(forKept({ ...one, item: older }, 'lake'))).toBeUndefined();
  });

  it('that cannot be written in full goes on its way with what can', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const [bare] = forPlaces({ id: 'c', createdAtMs: 0, item: { ...item, odd: deep } }, ['hook']);
    expect(contentOf(bare?.message.envelope as Envelope)).toMatchObject({
      item: { case_id: item?.case_id, threat_type: item?.threat_type },
      trimmed: [expect.any(String)],
    });
    expect(() => keep({ id: 'c', createdAtMs: 0, item: { ...item, odd: deep } })).not.toThrow();
  });

  it('whose destination has no queue in this deployment is an error with its name', () => {
    const lost = createItemMessages({
      config,
      feed,
      queueUrls: {},
      clock,
      onShadow: () => {},
      onUnrouted: () => {},
    });
    expect(() => lost.forPlaces(listed, ['hook'])).toThrow('there is no queue for the destination "hook"');
  });
});

describe('a pause', () => {
  it.each([
    [new UnauthorizedError('GET /cases was refused (401).'), 'unauthorized', 'acme: the API refuses our key'],
    [new NotReadyError('x', { days_until_ready: 2.25 }), 'not_ready', 'acme: cases are not ready yet'],
  ] as const)('is told to ops in words: %s', async (error, because, title) => {
    const outbox = createMemoryOutbox();
    const notice = createPauseNotice({ config, feed, queueUrls, outbox, clock });
    await notice({ because, sinceMs: 5, untilMs: 9, told: false }, error);
    const [message] = outbox.accepted(queueUrls.webhook);
    expect(message?.envelope).toMatchObject({
      kind: 'notice',
      destination: 'hook',
      notice: { code: `feed_${because}`, title },
    });
  });

  it('is over for ops once, where a refused key that they know of works again, and one key is one word', async () => {
    const outbox = createMemoryOutbox();
    const told = { because: 'unauthorized', sinceMs: 5, untilMs: 9, told: true } as const;
    for (const name of ['cases', 'threats'] as const) {
      await createResumeNotice({ config, feed: { ...feed, feed: name }, queueUrls, outbox, clock })(told);
    }
    const resume = createResumeNotice({ config, feed, queueUrls, outbox, clock });
    await resume({ ...told, told: false });
    await resume({ ...told, because: 'not_ready' });
    const messages = outbox.accepted(queueUrls.webhook);
    expect(new Set(messages.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    expect(messages[0]?.envelope).toMatchObject({
      notice: { code: 'feed_authorized', title: 'acme: the API accepts our key again' },
    });
  });

  it('is told to nobody where no ops destination is configured', async () => {
    const outbox = createMemoryOutbox();
    const { ops: _, ...silent } = config;
    const notice = createPauseNotice({ config: silent, feed, queueUrls, outbox, clock });
    await notice(
      { because: 'unauthorized', sinceMs: 5, untilMs: 9, told: false },
      new UnauthorizedError('no'),
    );
    expect(outbox.accepted(queueUrls.webhook)).toEqual([]);
  });
});
