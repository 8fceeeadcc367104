import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionInput } from '../../../lib/config/condition.ts';
import { Case } from '../../../lib/posture/schemas/case.ts';
import { routeItem } from '../../../lib/routing/route-item.ts';
import type { RoutedItem } from '../../../lib/routing/routed-item.ts';
import { shareOf } from '../../support/extent.ts';
import { fixture } from '../../support/fixture.ts';
import { routedItem, routes } from './arbitraries.ts';
import { aCase, aThreat, compile, event, exfiltration } from './items.ts';
import { naiveRouting } from './naive-model.ts';

const matches = (when: ConditionInput, item: RoutedItem): boolean =>
  routeItem(compile([{ to: 'a', when }]), item).matched.length === 1;

describe('routing an item', () => {
  it('sends it along all matching routes, to each destination once, in their order', () => {
    const compiled = compile([
      { to: ['c', 'a'], when: { feed: 'cases' } },
      { to: 'd', when: { feed: 'threats' } },
      { to: ['a', 'b'], name: 'rest' },
    ]);
    expect(routeItem(compiled, exfiltration)).toEqual({
      destinations: ['c', 'a', 'b'],
      broadcast: [],
      shadowed: [],
      matched: ['route-1', 'rest'],
      sending: ['route-1', 'rest'],
    });
  });

  it('stops at a final route that matches, and only there', () => {
    const compiled = compile([
      { to: 'a', when: { feed: 'threats' }, final: true },
      { to: 'b', final: true },
      { to: 'c' },
    ]);
    expect(routeItem(compiled, exfiltration).destinations).toEqual(['b']);
    expect(routeItem(compiled, aThreat()).destinations).toEqual(['a']);
  });

  it('only notes what a shadow route would do, even a final one', () => {
    const compiled = compile([{ to: ['b', 'c'], shadow: true, final: true }, { to: ['a', 'b'] }]);
    expect(routeItem(compiled, exfiltration)).toEqual({
      destinations: ['a', 'b'],
      broadcast: [],
      shadowed: ['b', 'c'],
      matched: ['route-1', 'route-2'],
      sending: ['route-2'],
    });
  });

  it('says where replies are to be shown in the channel', () => {
    const compiled = compile([
      { to: 'a', broadcast: true },
      { to: ['a', 'b'] },
      { to: 'c', broadcast: true, shadow: true },
    ]);
    expect(routeItem(compiled, exfiltration).broadcast).toEqual(['a']);
  });

  it('sends it nowhere when nothing matches', () => {
    expect(routeItem(compile([{ to: 'a', when: { text: 'nothing like it' } }]), exfiltration)).toEqual({
      destinations: [],
      broadcast: [],
      shadowed: [],
      matched: [],
      sending: [],
    });
  });

  it('agrees with the plainest way to write it', () => {
    fc.assert(
      fc.property(routes, routedItem, (input, item) => {
        expect(routeItem(compile(input), item)).toEqual(naiveRouting(input, item));
      }),
      { numRuns: shareOf(500, 5) },
    );
  });

  it('never goes elsewhere because a route was put in shadow, but for what that route itself sends', () => {
    fc.assert(
      fc.property(routes, routedItem, (input, item) => {
        const without = input.filter((route) => !route.shadow);
        fc.pre(without.length > 0);
        expect(routeItem(compile(input), item).destinations).toEqual(
          routeItem(compile(without), item).destinations,
        );
      }),
      { numRuns: shareOf(400, 5) },
    );
  });
});

describe('a condition on an item', () => {
  it.each<[ConditionInput, boolean]>([
    [{}, true],
    [{ domain: 'acme' }, true],
    [{ domain: ['globex'] }, false],
    [{ feed: 'cases' }, true],
    [{ feed: 'threats' }, false],
    [{ threatType: 'data_exfiltration' }, true],
    [{ threatType: ['sabotage', 'DATA_EXFILTRATION'] }, true],
    [{ category: 'collection' }, true],
    [{ category: 'collect' }, false],
    [{ subcategory: 'mass_download' }, true],
    [{ severity: ['critical', 'medium'] }, true],
    [{ severity: 'high' }, false],
    [{ source: 'cloud_app_events' }, true],
    [{ signalType: 'behavioral' }, true],
    [{ user: 'marta.duarte@EXAMPLE.com' }, true],
    [{ user: ['*@acme.example', 'marta*@example.???'] }, true],
    [{ user: '*@acme.example' }, false],
    [{ text: 'personal MAILBOX' }, true],
    [{ text: 'mass down' }, true],
    [{ text: ['invoice', 'freemail'] }, true],
    [{ text: 'free*' }, false],
    [{ severity: 'low', text: 'nope' }, false],
    [{ any: [{ severity: 'high' }, { text: 'mass' }] }, true],
    [{ any: [{ severity: 'high' }, { text: 'nope' }] }, false],
    [{ all: [{ severity: 'low' }, { severity: 'medium' }] }, true],
    [{ all: [{ severity: 'low' }, { severity: 'high' }] }, false],
    [{ not: { severity: 'high' } }, true],
    [{ not: { severity: 'low' } }, false],
    [{ severity: 'low', not: { any: [{ text: 'nope' }, { domain: 'globex' }] } }, true],
  ])('%j: %j', (when, expected) => {
    expect(matches(when, exfiltration)).toBe(expected);
  });

  it('reads a threat by its own fields', () => {
    const threat = aThreat({
      category: ['credential_access'],
      subcategory: ['impossible_travel'],
      source: 'signin_logs',
      title: 'Impossible travel',
      user_email: 'jonas@example.com',
    });
    expect(matches({ category: 'credential_access', source: 'signin_logs', text: 'travel' }, threat)).toBe(
      true,
    );
    expect(matches({ user: 'jonas@*' }, threat)).toBe(true);
    expect(matches({ severity: 'high' }, threat)).toBe(false);
    expect(matches({ threatType: 'sabotage' }, threat)).toBe(false);
    expect(matches({ not: { severity: 'high' } }, threat)).toBe(true);
  });

  it('is about the person of the case, and about those of its events only when the case names nobody', () => {
    expect(matches({ user: 'someone.else@example.com' }, exfiltration)).toBe(false);
    const nameless = aCase({ user_email: null, events: [event({ user_email: 'someone.else@example.com' })] });
    expect(matches({ user: 'someone.else@example.com' }, nameless)).toBe(true);
  });

  it.each([
    ['missing', aCase()],
    ['null', aCase({ user_email: null, threat_type: null, threat_brief: null, events: null })],
    [
      'empty',
      aCase({
        user_email: '',
        threat_type: '',
        threat_brief: '',
        events: [event({ severity: '', category: [] })],
      }),
    ],
    [
      'null in a threat',
      aThreat({ category: null, subcategory: null, source: null, title: null, summary: null }),
    ],
  ])('never holds on what is not there: fields %s', (_, item) => {
    const conditions: ConditionInput[] = [
      { threatType: 'sabotage' },
      { category: 'x' },
      { subcategory: 'x' },
      { severity: 'x' },
      { source: 'x' },
      { signalType: 'x' },
      { user: '*' },
      { text: 'x' },
    ];
    for (const when of conditions) {
      expect(matches(when, item)).toBe(false);
      expect(matches({ not: when }, item)).toBe(true);
    }
  });

  it('reads accents and cases as people do', () => {
    const item = aCase({ threat_brief: 'Re\u0301sume\u0301 sent to \ud83e\udd8a ÜBUNG' });
    expect(matches({ text: 'résumé' }, item)).toBe(true);
    expect(matches({ text: '🦊 übung' }, item)).toBe(true);
  });

  it('finds the last word of a very long text', () => {
    const long = aCase({ threat_brief: `${'lorem ipsum '.repeat(10_000)}needle` });
    expect(matches({ text: 'NEEDLE' }, long)).toBe(true);
    expect(matches({ text: 'needles' }, long)).toBe(false);
  });

  it('is not fooled by names that every object has', () => {
    expect(matches({ category: 'constructor' }, exfiltration)).toBe(false);
    expect(matches({ severity: '__proto__' }, aCase({ events: [event({ severity: '__proto__' })] }))).toBe(
      true,
    );
  });

  it('holds on cases as the API answers them', () => {
    const { items } = fixture('cases-page') as { items: unknown[] };
    const severities = items.map((item) =>
      matches({ severity: ['critical', 'high'] }, { domain: 'acme', feed: 'cases', item: Case.parse(item) }),
    );
    expect(severities).toEqual([true, true, false]);
  });
});
