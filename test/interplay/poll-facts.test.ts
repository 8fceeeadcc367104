import { describe, expect, it } from 'vitest';
import { caseHash, secondsOf } from '../../lib/case/past-entry.ts';
import { openPollFeatures } from '../../lib/compose/poll-features.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { createCaseLedger } from '../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoOutcomes } from '../../lib/features/history/dynamo-past.ts';
import { createDynamoPeople } from '../../lib/features/privacy/dynamo-people.ts';
import { judge } from '../../lib/features/privacy/forget.ts';
import { searchFor } from '../../lib/features/privacy/person.ts';
import { createPollers } from '../../lib/feed/create-pollers.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import type { PostureClient } from '../../lib/posture/client.ts';
import { UnreachableError } from '../../lib/posture/posture-errors.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import { countUnits } from '../support/aws/count-units.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { handOverWith } from '../support/hand-over.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryOutbox } from '../support/memory/memory-outbox.ts';
import { aCase } from '../unit/dynamo/sample-items.ts';

const MINUTE_MS = 60_000;
const kept = { keptMs: 93 * 86_400_000 };

const config = defineBridge({
  domains: {
    acme: { baseUrl: 'https://posture.example/api/v1/external', apiKey: '/acme' },
    other: { baseUrl: 'https://posture.example/api/v1/external', apiKey: '/other' },
  },
  poll: { feeds: ['cases'] },
  connectors: { device_agent: { sources: ['device_events'] } },
  slack: { signingSecret: '/secret', botToken: '/token' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    hr: { type: 'slack', channel: 'C0HR000001' },
  },
  routes: [
    { name: 'insiders', when: { threatType: 'secret' }, to: 'hr', final: true },
    { name: 'grave', when: { threatType: 'grave' }, to: 'hr' },
    { name: 'all', to: 'soc' },
  ],
  verdicts: { allow: 'anyone-in-channel' },
});

/** Pollers of two domains on one table that counts what it is charged. */
function createWorld() {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const { client, byKind } = countUnits(table);
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const rows = createDynamoVersionedRows(parts);
  const cases = createCaseLedger(rows);
  const deliveries = createDeliveryLedger(rows);
  const listed: Record<string, Case[]> = { acme: [], other: [] };
  const asked: string[] = [];
  const platform = { status: 'active', answers: true };
  const clientOf = (domain: string) =>
    ({
      cases: {
        page: async () => ({
          items: listed[domain]?.toReversed() ?? [],
          rejected: [],
          repairs: [],
          nextCursor: null,
          serverTimeMs: clock.now(),
        }),
      },
      async integration(type: string) {
        asked.push(type);
        if (!platform.answers) throw new UnreachableError('no answer', false);
        return { connector_type: type, display_name: 'Device Agent', status: platform.status };
      },
    }) as unknown as PostureClient;
  const failing = { save: false };
  const pollersOf = (domain: string) => {
    const ledger = createDynamoFeedLedger(parts);
    return createPollers({
      config,
      domain,
      client: clientOf(domain),
      ledger: {
        ...ledger,
        save: (...args) => (failing.save ? Promise.reject(new Error('killed')) : ledger.save(...args)),
      },
      ...openPollFeatures({
        ...{ config, domain, client: clientOf(domain), table: parts, clock, rows, cases },
        log: () => undefined,
      }),
      cases,
      outbox: handOverWith({ outbox: createMemoryOutbox(), deliveries, clock }),
      queueUrls: { slack: 'queue' },
      clock,
      holder: 'one',
      log: () => undefined,
      onShadow: () => undefined,
      onUnrouted: () => undefined,
    });
  };
  let processes = { acme: pollersOf('acme'), other: pollersOf('other') };
  const newCase = (n: number, domain = 'acme', more: Partial<Case> = {}): string => {
    const at = new Date(clock.now()).toISOString();
    const one = { ...aCase(n), case_id: `${domain}-${n}`, created_at: at, updated_at: at, ...more };
    listed[domain]?.push(one);
    return one.case_id;
  };
  return {
    clock,
    asked,
    platform,
    failing,
    byKind,
    table,
    newCase,
    async poll(domain: 'acme' | 'other' = 'acme') {
      for (const { poller } of processes[domain]) await poller.poll(clock.now() + MINUTE_MS);
      clock.advance(MINUTE_MS);
    },
    restart() {
      processes = { acme: pollersOf('acme'), other: pollersOf('other') };
    },
    async factsOf(id: string, domain = 'acme', destination = 'soc') {
      const saved = await deliveries.load({ domain, feed: 'cases', id, destination });
      const content = saved?.value.content;
      if (content?.kind !== 'case') throw new Error(`${id} was not handed over`);
      return content.facts;
    },
    /** As the command does, of the rows that count cases. */
    async forget(email: string) {
      const people = createDynamoPeople(parts);
      const judged = judge(await people.read('past#acme'), searchFor(email, []));
      for (const one of judged) await people.apply(one);
      return judged.length;
    },
    decided: (caseId: string) =>
      createDynamoOutcomes(parts, kept).note(
        'acme',
        { id: caseHash(caseId), outcome: 'FALSE_POSITIVE', atSeconds: secondsOf(clock.now()) },
        clock.now(),
      ),
  };
}

/** After the poll of a table that is new. */
async function createStarted() {
  const world = createWorld();
  await world.poll();
  await world.poll('other');
  return world;
}

describe('what the poller hands over beside a case', () => {
  it('is what was before it in its domain, with what was decided', async () => {
    const { poll, newCase, factsOf, decided } = await createStarted();
    // Of six people in turn: 1 and 7 are about the same one.
    const [first] = [newCase(1), newCase(2), newCase(1, 'other')];
    await poll();
    await poll('other');
    await decided(first);
    await poll();
    const next = newCase(7);
    await poll();
    expect(await factsOf(first)).toBeUndefined();
    expect(await factsOf(next)).toEqual({ past: '90+|1f1|2f1' });
    expect(await factsOf('other-1', 'other')).toBeUndefined();
  });

  it('is in each channel what went there too, and never what a final route kept from it', async () => {
    const { poll, newCase, factsOf, decided, restart } = await createStarted();
    const secret = newCase(1, 'acme', { threat_type: 'secret' });
    await poll();
    await decided(secret);
    restart();
    const next = newCase(7);
    await poll();
    expect(await factsOf(secret, 'acme', 'hr')).toBeUndefined();
    expect(await factsOf(next)).toBeUndefined();
    const grave = newCase(13, 'acme', { threat_type: 'grave' });
    await poll();
    expect(await factsOf(grave, 'acme', 'soc')).toEqual({ past: '90+|1|' });
    expect(await factsOf(grave, 'acme', 'hr')).toEqual({ past: '90+|1f1|' });
  });

  it('counts a person no more who was forgotten, though the platform still lists the case', async () => {
    const { poll, newCase, factsOf, restart, clock, forget, table } = await createStarted();
    newCase(1);
    await poll();
    clock.advance(61 * MINUTE_MS);
    await poll();
    expect(await forget(aCase(1).user_email ?? '')).toBe(1);
    restart();
    await poll();
    clock.advance(61 * MINUTE_MS);
    await poll();
    const next = newCase(7);
    await poll();
    expect(await factsOf(next)).toBeUndefined();
    expect([...table.rows.values()].filter(({ pk }) => pk?.S === 'past#acme')).toHaveLength(1);
  });

  it('is the same from a process that has just started', async () => {
    const { poll, newCase, factsOf, restart } = await createStarted();
    for (let n = 0; n < 30; n++) {
      newCase(n * 6);
      if (n % 4 === 0) await poll();
      if (n % 7 === 0) restart();
    }
    await poll();
    restart();
    const next = newCase(600);
    await poll();
    expect(await factsOf(next)).toEqual({ past: '90+|30|30' });
  });

  it('counts a case once that a killed poll had handed over and not written down', async () => {
    const { poll, newCase, factsOf, restart, failing } = await createStarted();
    newCase(6);
    failing.save = true;
    await expect(poll()).rejects.toThrow('killed');
    failing.save = false;
    restart();
    await poll();
    await poll();
    const next = newCase(12);
    await poll();
    expect(await factsOf(next)).toEqual({ past: '90+|1|1' });
  });

  it('names the connector that is silent, asked when a case comes and not otherwise', async () => {
    const { poll, newCase, factsOf, asked, platform } = await createStarted();
    platform.status = 'degraded';
    const one = newCase(1);
    expect(asked).toEqual([]);
    await poll();
    expect(await factsOf(one)).toEqual({ connectors: [{ name: 'Device Agent', status: 'degraded' }] });
    await poll();
    newCase(2);
    await poll();
    expect(asked).toEqual(['device_agent']);
  });

  it('leaves the connector out where the platform does not answer, and hands the case over', async () => {
    const { poll, newCase, factsOf, platform } = await createStarted();
    platform.answers = false;
    const one = newCase(1);
    await poll();
    expect(await factsOf(one)).toBeUndefined();
  });
});

describe('what it costs to remember cases', () => {
  const unitsOf = (byKind: Awaited<ReturnType<typeof createStarted>>['byKind'], of: string) =>
    [...byKind]
      .filter(([kind]) => kind.startsWith(`${of} `))
      .reduce((sum, [, { written }]) => sum + written, 0);

  it('is less than a tenth of a unit for each of ten cases in a poll, and the row of the feed stays one unit', async () => {
    const { poll, newCase, byKind } = await createStarted();
    byKind.clear();
    for (let round = 0; round < 20; round++) {
      for (let n = 0; n < 10; n++) newCase(round * 10 + n);
      await poll();
    }
    expect(unitsOf(byKind, 'past') / 200).toBeLessThanOrEqual(0.08);
    // Claimed and saved, as without it.
    expect(unitsOf(byKind, 'feed') / 20).toBe(2);
  });

  it('is less than a tenth of a unit for each case that comes alone too', async () => {
    const { poll, newCase, byKind } = await createStarted();
    byKind.clear();
    for (let round = 0; round < 40; round++) {
      newCase(round);
      await poll();
    }
    expect(unitsOf(byKind, 'past') / 40).toBeLessThanOrEqual(0.1);
    expect(unitsOf(byKind, 'feed') / 40).toBe(2);
  });

  it('is nothing while no case comes', async () => {
    const { poll, newCase, byKind, clock, asked } = await createStarted();
    newCase(1);
    await poll();
    clock.advance(2 * 3_600_000);
    await poll();
    byKind.clear();
    asked.length = 0;
    for (let round = 0; round < 30; round++) await poll();
    expect(unitsOf(byKind, 'past')).toBe(0);
    expect([...byKind.keys()].filter((kind) => /^(past|outcome) /.test(kind))).toEqual([]);
    expect(asked).toEqual([]);
  });
});
