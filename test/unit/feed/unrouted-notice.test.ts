import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createCoveredThreats } from '../../../lib/feed/covered-threats.ts';
import { enqueueItems } from '../../../lib/feed/enqueue-items.ts';
import { NO_FACTS } from '../../../lib/feed/fact-finder.ts';
import type { FeedItem } from '../../../lib/feed/feed-source.ts';
import { createItemMessages } from '../../../lib/feed/item-messages.ts';
import { createSeenMemory } from '../../../lib/feed/seen-memory.ts';
import { createUnroutedNotice } from '../../../lib/feed/unrouted-notice.ts';
import { createWithholding } from '../../../lib/feed/withholding.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryFeedLedger } from '../../support/memory/memory-feed-ledger.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

const LAKE = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';
const HOOK = 'https://queues.example/webhook';
const DAY_MS = 86_400_000;
const input = {
  domains: { acme: { baseUrl: 'https://posture.example/api/v1/external', apiKey: '/acme' } },
  destinations: {
    lake: { type: 'sqs', queueUrl: LAKE },
    hook: { type: 'webhook', url: 'https://hooks.example/in', secret: '/hook' },
  },
  routes: [
    { name: 'vip', when: { user: 'vip@acme.example', feed: 'cases' }, to: 'lake' },
    { name: 'severe', when: { any: [{ severity: 'critical' }, { text: 'secret plan' }] }, to: 'lake' },
    { name: 'try', when: { threatType: 'sabotage' }, to: 'lake', shadow: true },
  ],
  ops: { to: 'hook' },
} satisfies BridgeInput;
const config = defineBridge(input);

/** A poller's way of handing items over, as `functions/poll.ts` puts it together. */
function createWorld({ hasOps = true } = {}) {
  const clock = createManualClock();
  const outbox = createMemoryOutbox();
  const ledger = createMemoryFeedLedger();
  const logged: object[] = [];
  const counted: object[] = [];
  const effects: string[] = [];
  const records = createCaseLedger(createMemoryVersionedRows());
  const cases = {
    ...records,
    save: async (next: CaseRecord) => {
      effects.push('record');
      return records.save(next);
    },
  };
  const said = () =>
    outbox.accepted(HOOK).map(({ envelope, deliveryId }) => {
      if (envelope?.kind !== 'notice') throw new Error('not a notice');
      return { deliveryId, ...envelope.notice };
    });

  /** As a process does that has just started: only the ledger and the queues remember. */
  const startPoller = () => {
    const unrouted = createUnroutedNotice({
      config: hasOps ? config : { ...config, ops: undefined },
      queueUrls: { webhook: HOOK },
      outbox: {
        send: (url, messages) => {
          effects.push('send');
          return outbox.send(url, messages);
        },
      },
      clock,
      log: (event, fields) => void logged.push({ event, ...fields }),
      metrics: (subject, dimensions, values) => void counted.push({ subject, ...dimensions, ...values }),
    });
    return (items: readonly FeedItem[], feedName: 'cases' | 'threats' = 'cases') => {
      const feed = { domain: 'acme', feed: feedName };
      return enqueueItems(
        {
          feed,
          ledger: unrouted.before(ledger),
          outbox,
          clock,
          memory: createSeenMemory(),
          facts: NO_FACTS,
          covered: createCoveredThreats(ledger, 'acme'),
          cases,
          withholding: createWithholding([]),
          stepsOf: () => [],
          hold: async () => {},
          messages: createItemMessages({
            config,
            feed,
            queueUrls: { webhook: 'https://queues.example/items' },
            clock,
            onShadow: () => {},
            onUnrouted: unrouted.onUnrouted,
          }),
        },
        items,
        null,
      );
    };
  };
  return { clock, outbox, cases, logged, counted, effects, said, startPoller };
}

const caseItem = (id: string, more: object = {}): FeedItem => ({
  id,
  createdAtMs: 0,
  item: { case_id: id, created_at: '2026-11-15T09:00:00Z', user_email: 'ada@acme.example', ...more },
});
const many = (count: number, name = 'c') => Array.from({ length: count }, (_, n) => caseItem(`${name}${n}`));

describe('an item that no route takes', () => {
  it('is listed with the conditions that did not hold and nothing of its content, and counted', async () => {
    const { logged, counted, startPoller } = createWorld();
    await startPoller()([caseItem('c1'), caseItem('c2', { user_email: 'vip@acme.example' })]);
    expect(logged).toEqual([
      {
        event: 'unrouted',
        domain: 'acme',
        feed: 'cases',
        id: 'c1',
        why: 'vip: user; severe: severity, text; try: threatType',
      },
    ]);
    expect(counted).toEqual([{ subject: 'domain', Domain: 'acme', ItemsUnrouted: 1 }]);
  });

  it('is also one that only shadow routes take: nobody sees it', async () => {
    const { logged, said, startPoller } = createWorld();
    await startPoller()([caseItem('c1', { threat_type: 'sabotage' })]);
    expect(logged).toMatchObject([{ id: 'c1', why: 'vip: user; severe: severity, text; try: a shadow' }]);
    expect(said()).toHaveLength(1);
  });

  it('is told to the operators with how many there are, an example and what to do', async () => {
    const { said, startPoller } = createWorld();
    await startPoller()(many(3));
    expect(said()).toMatchObject([
      {
        code: 'items_unrouted',
        title: 'acme: no route takes 3 of the cases',
        text: 'Nobody is told of them, nor of the ones that follow today. For example c0; the conditions that did not hold: vip: user; severe: severity, text; try: threatType. Add a route to routes in the configuration: one at the end without conditions takes what is left. The log of the poll function has each of them as "unrouted".',
      },
    ]);
  });

  it('is told once a day for each feed, however many there are', async () => {
    const { said, counted, clock, startPoller } = createWorld();
    const poll = startPoller();
    for (let round = 0; round < 10; round += 1) await poll(many(200, `r${round}-`));
    await poll(
      [{ ...caseItem('t1'), item: { event_id: 't1', created_at: '2026-11-15T09:00:00Z' } }],
      'threats',
    );
    expect(said().map(({ title }) => title)).toEqual([
      'acme: no route takes 200 of the cases',
      'acme: no route takes 1 of the threats',
    ]);
    expect(counted).toHaveLength(2_001);
    clock.advance(DAY_MS);
    await poll(many(2, 'next'));
    expect(said().map(({ title }) => title)).toContain('acme: no route takes 2 of the cases');
    expect(new Set(said().map(({ deliveryId }) => deliveryId)).size).toBe(3);
  });

  it('is told under the same id by the poller after a crash, or by another one', async () => {
    const { said, startPoller } = createWorld();
    await startPoller()(many(3));
    await startPoller()(many(2, 'later'));
    expect(new Set(said().map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  it('is told before it is recorded, so that a crash in between does not keep it silent', async () => {
    const { effects, cases, said, startPoller } = createWorld();
    await startPoller()(many(2));
    expect(effects).toEqual(['send', 'record', 'record']);
    cases.save = () => Promise.reject(new Error('died'));
    await expect(startPoller()(many(1, 'other'))).rejects.toThrow('died');
    expect(said()).toHaveLength(2);
  });

  it('is recorded also when the queue of the operators takes nothing, and told with the next ones', async () => {
    const { outbox, effects, said, startPoller } = createWorld();
    const poll = startPoller();
    outbox.refuse(() => 'gone');
    await poll(many(2));
    expect(effects).toEqual(['send', 'record', 'record']);
    outbox.refuse(() => null);
    await poll(many(1, 'next'));
    expect(said().map(({ title }) => title)).toEqual(['acme: no route takes 3 of the cases']);
  });

  it('is counted and listed where no operators are named', async () => {
    const { logged, counted, said, startPoller } = createWorld({ hasOps: false });
    await startPoller()(many(2));
    expect([logged.length, counted.length, said().length]).toEqual([2, 2, 0]);
  });

  it('is explained by five routes at most', async () => {
    const logged: { why: string }[] = [];
    const routes = Array.from({ length: 500 }, (_, n) => ({ when: { text: `word ${n}` }, to: 'lake' }));
    const messages = createItemMessages({
      config: defineBridge({ ...input, routes }),
      feed: { domain: 'acme', feed: 'cases' },
      queueUrls: {},
      clock: createManualClock(),
      onShadow: () => {},
      onUnrouted: (item) => logged.push(item),
    });
    messages.tellRouting(caseItem('c1'));
    expect(logged[0]?.why).toBe(
      'route-1: text; route-2: text; route-3: text; route-4: text; route-5: text; and 495 more',
    );
  });
});
