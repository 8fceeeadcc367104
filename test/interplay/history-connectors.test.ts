import { describe, expect, it } from 'vitest';
import type { CaseFacts } from '../../lib/case/case-facts.ts';
import { placeHash } from '../../lib/case/past-entry.ts';
import { createConnectorFacts } from '../../lib/features/connectors/connector-facts.ts';
import { createPast } from '../../lib/features/history/earlier-cases.ts';
import { createPastFacts } from '../../lib/features/history/past-facts.ts';
import { joinFinders } from '../../lib/feed/fact-finder.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryPast } from '../support/memory/memory-past.ts';

const HOUR_MS = 3_600_000;

function createWorld() {
  const clock = createManualClock();
  const asked: string[] = [];
  const logged: string[] = [];
  const log = (event: string) => void logged.push(event);
  const past = createPast({
    ledger: createMemoryPast(),
    domain: 'acme',
    clock,
    log,
    windowMs: 90 * 24 * HOUR_MS,
    most: 1_000,
  });
  const state = { status: 'degraded' };
  const places = (item: unknown) => (item as { to?: string[] }).to ?? ['soc'];
  const finder = joinFinders(
    [
      createPastFacts({
        past,
        sentTo: (item) => new Map(places(item).map((name) => [name, placeHash(name)])),
        clock,
      }),
      createConnectorFacts({
        connectors: {
          async stateOf(type) {
            asked.push(type);
            return { name: 'Cloud Directory', ...state, atMs: clock.now() };
          },
        },
        sources: { cloud_directory: { sources: ['SigninLogs'] } },
        destinationsOf: places,
        clock,
      }),
    ],
    log,
  );
  finder.open(undefined, undefined);
  const met = (id: string, ageMs = 0, more: Partial<Case> & { to?: string[] } = {}) => ({
    id,
    createdAtMs: clock.now() - ageMs,
    item: {
      case_id: id,
      user_email: 'ada@acme.example',
      events: [{ event_id: 'e', source: 'SigninLogs' }],
      ...more,
    },
  });
  return { clock, asked, logged, state, finder, met };
}

const beside = (id: string, facts: CaseFacts) => new Map([[id, new Map([['soc', facts]])]]);

describe('what is known beside a new case', () => {
  it('is said of its connectors everywhere, and of what was before only where that was sent too', async () => {
    const { finder, met, clock } = createWorld();
    await finder.beside([met('a', 0, { to: ['hr'] })], []);
    clock.advance(1_000);
    const connectors = [{ name: 'Cloud Directory', status: 'degraded' }];
    expect((await finder.beside([met('b', 0, { to: ['soc', 'hr'] })], [])).get('b')).toEqual(
      new Map([
        ['soc', { connectors }],
        ['hr', { past: '90+|1|', connectors }],
      ]),
    );
    clock.advance(1_000);
    expect(await finder.beside([met('c', 0, { to: [] })], [])).toEqual(new Map());
  });

  it('is what was before it and which connectors are silent', async () => {
    const { finder, met, state, clock } = createWorld();
    expect(await finder.beside([met('a')], [])).toEqual(
      beside('a', { connectors: [{ name: 'Cloud Directory', status: 'degraded' }] }),
    );
    state.status = 'active';
    clock.advance(1_000);
    expect(await finder.beside([met('b')], [])).toEqual(beside('b', { past: '90+|1|' }));
  });

  it('says nothing of connectors beside a case that came late: nobody knows how they were', async () => {
    const { finder, met, asked } = createWorld();
    expect(await finder.beside([met('a', 2 * HOUR_MS)], [])).toEqual(new Map());
    expect(asked).toEqual([]);
  });

  it('asks nobody anything where no case is new, and counts what a crash left out', async () => {
    const { finder, met, asked, clock } = createWorld();
    const [young, old] = [met('a', HOUR_MS), met('b', 48 * HOUR_MS)];
    expect(await finder.beside([], [young, old])).toEqual(new Map());
    expect(asked).toEqual([]);
    clock.advance(1_000);
    expect((await finder.beside([met('c', 0, { events: [] })], [])).get('c')?.get('soc')).toEqual({
      past: '90+|1|',
    });
  });

  it('never keeps a case from being handed over, whatever the case is', async () => {
    const { finder, logged, clock } = createWorld();
    const odd = [null, 7, { case_id: null }, { case_id: 'x', events: [null] }];
    const items = odd.map((item, at) => ({ id: `odd-${at}`, createdAtMs: clock.now(), item }));
    for (const item of items) expect(await finder.beside([item], [])).toEqual(new Map());
    expect(logged).toContain('facts not found');
  });
});
