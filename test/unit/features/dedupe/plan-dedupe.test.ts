import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BridgeInput, defineBridge } from '../../../../lib/config/define-bridge.ts';
import { dedupeKey } from '../../../../lib/features/dedupe/dedupe-key.ts';
import { type DedupeWindow, standsFor } from '../../../../lib/features/dedupe/dedupe-window.ts';
import {
  type Candidate,
  type KnownWindow,
  planDedupe,
  sendersOf,
} from '../../../../lib/features/dedupe/plan-dedupe.ts';
import { severityRank } from '../../../../lib/posture/severity.ts';
import { type CompiledRoutes, compileRoutes } from '../../../../lib/routing/compile-routes.ts';
import type { RoutedItem } from '../../../../lib/routing/routed-item.ts';
import { sample } from '../../config/sample.ts';

const NOW = Date.parse('2026-11-17T09:00:00Z');
const HOUR = 3_600_000;
const CHATS = ['soc', 'vip', 'duty'];
const byUser = { by: ['user'], for: '1h' } as const;

const compiled = (routes: BridgeInput['routes']): CompiledRoutes =>
  compileRoutes(
    defineBridge({
      ...sample,
      destinations: Object.fromEntries(
        CHATS.map((name) => [name, { type: 'slack', channel: `C0${name.toUpperCase()}00001` }] as const),
      ),
      routes,
    }),
  );

const aCase = (id: string, severity: string | null = 'high', more: object = {}): Candidate => ({
  routed: {
    domain: 'acme',
    feed: 'cases',
    item: {
      case_id: id,
      created_at: new Date(NOW).toISOString(),
      user_email: 'anna@acme.example',
      threat_type: 'sabotage',
      events: severity
        ? [{ event_id: `e-${id}`, severity, category: ['Theft', 'Leak'], source: 'Mail' }]
        : [],
      ...more,
    },
  } as RoutedItem,
  id,
  createdAtMs: NOW,
  chats: ['soc'],
});

/** Plays batch after batch, as the ledger would keep the windows. */
function setUp(routes: CompiledRoutes) {
  const known = new Map<string, KnownWindow>();
  return {
    known,
    play(candidates: readonly Candidate[], nowMs = NOW) {
      const senders = candidates.flatMap(({ routed }) =>
        sendersOf(routes, routed).map((route) => dedupeKey(route, routed)),
      );
      for (const key of senders) if (key && !known.has(key)) known.set(key, { window: null, version: 0 });
      const plan = planDedupe(routes, candidates, known, nowMs);
      for (const { key, window, version } of plan.opened) known.set(key, { window, version: version + 1 });
      return plan.deduped.map(({ window, item, at }) => `${item.id} behind ${window.first.id} at ${at}`);
    },
  };
}

const ONE = compiled([{ name: 'all', to: 'soc', dedupe: byUser }]);

describe('the first of what is alike', () => {
  it('stands for the others until its time is over, and then another one does', () => {
    const { play } = setUp(ONE);
    expect(play([aCase('c1')])).toEqual([]);
    expect(play([aCase('c2')], NOW + HOUR - 1)).toEqual(['c2 behind c1 at soc']);
    expect(play([aCase('c3')], NOW + HOUR)).toEqual([]);
    expect(play([aCase('c4')], NOW + HOUR + 1)).toEqual(['c4 behind c3 at soc']);
  });

  it('is not deduped by its own window when it comes again', () => {
    const { play } = setUp(ONE);
    play([aCase('c1')]);
    expect(play([aCase('c1')], NOW + 1)).toEqual([]);
  });

  it('stands for nothing that is worse, which is the first from then on', () => {
    const { play } = setUp(ONE);
    play([aCase('c1', 'low')]);
    expect(play([aCase('c2', 'high')], NOW + 1)).toEqual([]);
    expect(play([aCase('c3', 'medium'), aCase('c4', 'critical')], NOW + 2)).toEqual(['c3 behind c4 at soc']);
  });

  it('is the most severe of those that come together, then the oldest', () => {
    const { play } = setUp(ONE);
    const older = { ...aCase('c9', 'high'), createdAtMs: NOW - 1 };
    expect(play([aCase('c1', 'low'), aCase('c2', 'high'), older])).toEqual([
      'c2 behind c9 at soc',
      'c1 behind c9 at soc',
    ]);
  });

  it('stands for one of unknown severity only if its own is unknown: that one may be worse', () => {
    const { play } = setUp(ONE);
    play([aCase('c1', 'low')]);
    expect(play([aCase('c2', null)], NOW + 1)).toEqual([]);
    // And the window stays that of c1.
    expect(play([aCase('c3', 'low')], NOW + 2)).toEqual(['c3 behind c1 at soc']);
    const unknown = setUp(ONE);
    unknown.play([aCase('c1', null)]);
    expect(unknown.play([aCase('c2', null)], NOW + 1)).toEqual(['c2 behind c1 at soc']);
    expect(unknown.play([aCase('c3', 'low')], NOW + 2)).toEqual([]);
  });

  it('stands for others only in the chats that it was sent to', () => {
    const { play } = setUp(compiled([{ name: 'all', to: ['soc', 'vip'], dedupe: byUser }]));
    play([{ ...aCase('c1'), chats: ['vip'] }]);
    expect(play([{ ...aCase('c2'), chats: ['soc', 'vip'] }], NOW + 1)).toEqual(['c2 behind c1 at vip']);
  });

  it('opens no window where no chat was sent it', () => {
    const { play } = setUp(ONE);
    play([{ ...aCase('c1'), chats: [] }]);
    expect(play([aCase('c2')], NOW + 1)).toEqual([]);
  });
});

describe('items are alike', () => {
  const keyOf = (by: readonly string[], { routed }: Candidate) => {
    const [route] = compiled([{ name: 'all', to: 'soc', dedupe: { by, for: '1h' } as never }]);
    return route ? dedupeKey(route, routed) : null;
  };
  it('whatever their capitals are, and in whatever order they list their categories', () => {
    const other = aCase('c2', 'low', { user_email: 'ANNA@acme.example' });
    expect(keyOf(['user', 'threatType'], other)).toBe(keyOf(['user', 'threatType'], aCase('c1')));
    const events = [
      { event_id: 'e1', category: ['leak'] },
      { event_id: 'e2', category: ['theft', 'Leak'] },
    ];
    expect(keyOf(['category'], aCase('c2', 'low', { events }))).toBe(keyOf(['category'], aCase('c1')));
  });
  it('in all fields or not at all', () => {
    const other = aCase('c2', 'low', { threat_type: 'fraud' });
    expect(keyOf(['user'], other)).toBe(keyOf(['user'], aCase('c1')));
    expect(keyOf(['user', 'threatType'], other)).not.toBe(keyOf(['user', 'threatType'], aCase('c1')));
  });
  it('to nothing without a value in a field', () => {
    expect(keyOf(['user', 'threatType'], aCase('c1', 'low', { threat_type: null }))).toBe(null);
    expect(keyOf(['source'], aCase('c1', null))).toBe(null);
  });
  it('never a case and a threat', () => {
    const threat = { ...aCase('t1'), routed: { ...aCase('t1').routed, feed: 'threats' } as RoutedItem };
    expect(keyOf(['user'], threat)).not.toBe(keyOf(['user'], aCase('c1')));
  });
  it('under a name that says nothing of them', () => {
    expect(keyOf(['user'], aCase('c1'))).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('where several routes send to one chat', () => {
  it('an item is deduped only if all of them dedupe it', () => {
    const { play } = setUp(
      compiled([
        { name: 'by person', to: ['soc', 'vip'], dedupe: byUser },
        { name: 'by type', to: 'soc', dedupe: { by: 'threatType', for: '1h' } },
      ]),
    );
    const both = { chats: ['soc', 'vip'] };
    play([{ ...aCase('c1'), ...both }]);
    const otherType = { ...aCase('c2', 'high', { threat_type: 'fraud' }), ...both };
    expect(play([otherType], NOW + 1)).toEqual(['c2 behind c1 at vip']);
    expect(play([{ ...aCase('c3'), ...both }], NOW + 2)).toEqual(['c3 behind c1 at soc,vip']);
  });
  it('one without dedupe posts everything', () => {
    const { play } = setUp(
      compiled([
        { name: 'a', to: 'soc', dedupe: byUser },
        { name: 'b', to: 'soc' },
      ]),
    );
    play([aCase('c1')]);
    expect(play([aCase('c2')], NOW + 1)).toEqual([]);
  });
  it('a shadow counts for nothing, and behind a final one no route is asked', () => {
    const { play } = setUp(
      compiled([
        { name: 'trial', to: 'soc', shadow: true },
        { name: 'a', to: 'soc', dedupe: byUser, final: true },
        { name: 'b', to: 'soc' },
      ]),
    );
    play([aCase('c1')]);
    expect(play([aCase('c2')], NOW + 1)).toEqual(['c2 behind c1 at soc']);
  });
});

it('dedupes and opens nothing by a window that could not be read', () => {
  const plan = planDedupe(ONE, [aCase('c1'), aCase('c2')], new Map(), NOW);
  expect(plan).toEqual({ deduped: [], opened: [] });
});

it('does not believe a window that begins in the future: a clock was wrong', () => {
  const { known, play } = setUp(ONE);
  play([aCase('c1')]);
  expect(known.size).toBe(1);
  expect(play([aCase('c2')], NOW - HOUR)).toEqual([]);
});

it('never dedupes behind what is not alike, milder, over, itself or elsewhere, whatever comes', () => {
  const routes = compiled([
    { name: 'a', to: ['soc', 'vip'], dedupe: byUser },
    {
      name: 'b',
      when: { threatType: 'fraud' },
      to: ['vip', 'duty'],
      dedupe: { by: ['threatType'], for: '2h' },
    },
    { name: 'c', when: { user: 'bo@acme.example' }, to: 'duty' },
  ]);
  const candidate = fc
    .record({
      id: fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5'),
      severity: fc.constantFrom(null, 'low', 'high', 'critical'),
      user_email: fc.constantFrom('anna@acme.example', 'bo@acme.example', null),
      threat_type: fc.constantFrom('fraud', 'sabotage', null),
      chats: fc.subarray(CHATS),
    })
    .map(({ id, severity, chats, ...more }) => ({ ...aCase(id, severity, more), chats }));
  const batch = fc.record({
    candidates: fc.uniqueArray(candidate, { selector: ({ id }) => id, maxLength: 4 }),
    laterMs: fc.nat(HOUR),
  });
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 6 }), (batches) => {
      const known = new Map<string, KnownWindow>();
      const sent: DedupeWindow[] = [];
      let nowMs = NOW;
      for (const { candidates, laterMs } of batches) {
        nowMs += laterMs;
        const keysOf = ({ routed }: Candidate) =>
          sendersOf(routes, routed).map((route) => dedupeKey(route, routed));
        for (const key of candidates.flatMap(keysOf))
          if (key && !known.has(key)) known.set(key, { window: null, version: 0 });
        const { deduped, opened } = planDedupe(routes, candidates, known, nowMs);
        expect(new Set(opened.map(({ key }) => key)).size).toBe(opened.length);
        for (const { key, window, version } of opened) {
          known.set(key, { window, version: version + 1 });
          sent.push(window);
          const first = candidates.find(({ id }) => id === window.first.id);
          for (const chat of window.at) {
            expect(first?.chats).toContain(chat);
            expect(deduped.some(({ item, at }) => item.id === window.first.id && at.includes(chat))).toBe(
              false,
            );
          }
        }
        for (const { window, item, at } of deduped) {
          expect(sent).toContain(window);
          expect(item.id).not.toBe(window.first.id);
          expect(severityRank(item.severity)).toBeGreaterThanOrEqual(severityRank(window.first.severity));
          expect(standsFor(window.first.severity, item.severity)).toBe('yes');
          expect(window.sinceMs <= nowMs && nowMs < window.untilMs).toBe(true);
          const chats = candidates.find(({ id }) => id === item.id)?.chats ?? [];
          for (const chat of at) {
            expect(chats).toContain(chat);
            expect(window.at).toContain(chat);
          }
        }
      }
    }),
  );
});
