import { describe, expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDynamoWaitingLedger } from '../../../lib/dynamo/dynamo-waiting-ledger.ts';
import { createCaseWaits, NO_WAITS } from '../../../lib/feed/case-waits.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { sample } from '../config/sample.ts';

const MINUTE = 60_000;
const steps = (after: object) => [{ after, mention: ['S0123ABCD'] }];
const config = defineBridge({
  ...sample,
  routes: [
    { name: 'severe', to: 'soc-slack', unanswered: steps({ critical: '10m', high: '1h' }) },
    {
      name: 'vip',
      to: 'soc-slack',
      when: { user: 'ceo@acme.example' },
      unanswered: steps({ critical: '5m', medium: '2h' }),
    },
    { name: 'tried', to: 'soc-slack', shadow: true, unanswered: steps({ low: '1m' }) },
  ],
});

function setUp() {
  const clock = createManualClock();
  const ledger = createDynamoWaitingLedger({ rows: createMemoryVersionedRows(), clock });
  const waits = createCaseWaits({ config, domain: 'acme', ledger, clock });
  const startMs = clock.now();
  const itemOf = (severity: string | null, email = 'ada@acme.example') => {
    const events = severity === null ? [] : [{ event_id: 'e1', severity }];
    const item = { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', user_email: email, events } as Case;
    return { id: 'c1', createdAtMs: startMs, item };
  };
  return {
    clock,
    begin: (severity: string | null, email?: string) => waits.begin([itemOf(severity, email)]),
    /** `sinceMs`: since when it waits by its record. */
    changed: (severity: string | null, sinceMs = startMs) =>
      waits.changed([{ item: itemOf(severity), sinceMs }]),
    async row() {
      const saved = await ledger.load('acme', 'c1');
      if (!saved) return null;
      const { routes, severity, version, sinceMs } = saved.waiting;
      const dueAfter = saved.listedMs === null ? null : (saved.listedMs - startMs) / MINUTE;
      return { routes, severity, version, since: (sinceMs - startMs) / MINUTE, dueAfter };
    },
  };
}

describe('a case that the poller hands over', () => {
  it('waits by the routes that do something about its severity, the soonest first', async () => {
    const one = setUp();
    await one.begin('critical');
    expect(await one.row()).toEqual({
      routes: ['severe'],
      severity: 'critical',
      version: 1,
      since: 0,
      dueAfter: 10,
    });
    const vip = setUp();
    await vip.begin('critical', 'ceo@acme.example');
    expect(await vip.row()).toMatchObject({ routes: ['severe', 'vip'], dueAfter: 5 });
  });

  it('does not wait where no route says so, not for a shadow, and not without a severity', async () => {
    for (const severity of ['medium', 'low', null]) {
      const one = setUp();
      await one.begin(severity);
      expect(await one.row()).toBeNull();
    }
    const { clock } = setUp();
    const ledger = createDynamoWaitingLedger({ rows: createMemoryVersionedRows(), clock });
    expect(createCaseWaits({ config: defineBridge(sample), domain: 'acme', ledger, clock })).toBe(NO_WAITS);
  });

  it('waits since the first time, however often it is handed over', async () => {
    const one = setUp();
    await one.begin('critical');
    one.clock.advance(3 * MINUTE);
    await one.begin('critical');
    expect(await one.row()).toMatchObject({ since: 0, version: 1 });
  });

  it('that became worse, or was reopened, waits from that moment on: not all its steps are due at once', async () => {
    const one = setUp();
    await one.begin('high');
    one.clock.advance(30 * MINUTE);
    await one.changed('critical', one.clock.now());
    expect(await one.row()).toMatchObject({ severity: 'critical', since: 30, dueAfter: 40, version: 2 });
    one.clock.advance(30 * MINUTE);
    await one.changed('critical', one.clock.now());
    expect(await one.row()).toMatchObject({ since: 60, dueAfter: 70, version: 3 });
  });

  it('that changed is due by its new severity, and one that is harmless now waits for nothing', async () => {
    const one = setUp();
    await one.begin('high');
    expect(await one.row()).toMatchObject({ dueAfter: 60 });
    one.clock.advance(MINUTE);
    await one.changed('critical');
    expect(await one.row()).toMatchObject({ severity: 'critical', since: 0, dueAfter: 10, version: 2 });
    await one.changed('critical');
    expect(await one.row()).toMatchObject({ version: 2 });
    await one.changed('low');
    expect(await one.row()).toMatchObject({ routes: [], dueAfter: null, version: 3 });
    await one.changed('high');
    expect(await one.row()).toMatchObject({ routes: ['severe'], dueAfter: 60 });
  });

  it('that was harmless and became severe waits from then on', async () => {
    const one = setUp();
    await one.begin('low');
    one.clock.advance(30 * MINUTE);
    await one.changed('critical');
    expect(await one.row()).toMatchObject({ since: 30, dueAfter: 40 });
  });
});
