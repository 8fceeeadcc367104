import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConditionInput } from '../../../lib/config/condition.ts';
import { type ConditionExplanation, explainRoute } from '../../../lib/routing/explain-route.ts';
import { formatExplanation } from '../../../lib/routing/format-explanation.ts';
import { routeItem } from '../../../lib/routing/route-item.ts';
import { shareOf } from '../../support/extent.ts';
import { routedItem, routes } from './arbitraries.ts';
import { aCase, aThreat, compile, event, exfiltration } from './items.ts';

const because = (when: ConditionInput, item = exfiltration) =>
  explainRoute(compile([{ to: 'a', when }]), item)[0]?.because;

describe('an explanation', () => {
  it('says of every route what became of it, and why', () => {
    const compiled = compile([
      { name: 'finance', to: 'a', when: { severity: ['critical', 'high'] } },
      { name: 'trial', to: 'd', shadow: true, final: true },
      { name: 'exfiltration', to: ['b', 'c'], when: { threatType: 'data_exfiltration' }, final: true },
      { name: 'rest', to: 'e' },
    ]);
    const explained = explainRoute(compiled, exfiltration);
    expect(explained.map(({ route, outcome, because }) => ({ route, outcome, because }))).toEqual([
      {
        route: 'finance',
        outcome: 'no-match',
        because: 'severity: wanted critical or high, the item has low, medium',
      },
      { route: 'trial', outcome: 'matched', because: 'it has no conditions' },
      { route: 'exfiltration', outcome: 'matched', because: 'threatType: the item has data_exfiltration' },
      { route: 'rest', outcome: 'skipped', because: 'exfiltration matched before it and is final' },
    ]);
    expect(explained[3]?.condition).toBeUndefined();
  });

  it.each<[ConditionInput, string]>([
    [{ user: '*@acme.example' }, 'user: wanted *@acme.example, the item has Marta.Duarte@example.com'],
    [{ user: 'marta*' }, 'user: the item has Marta.Duarte@example.com'],
    [{ text: ['invoice', 'wire'] }, 'text: wanted invoice or wire, the item does not say so'],
    [{ text: 'freemail' }, 'text: the item says freemail'],
    [
      { severity: 'high', domain: 'globex', category: 'collection' },
      'domain: wanted globex, the item has acme; severity: wanted high, the item has low, medium',
    ],
    [
      { any: [{ severity: 'high' }, { feed: 'threats' }] },
      'no alternative holds (severity: wanted high, the item has low, medium; or feed: wanted threats, the item has cases)',
    ],
    [{ any: [{ severity: 'high' }, { feed: 'cases' }] }, 'feed: the item has cases'],
    [{ not: { severity: 'low' } }, 'excluded (severity: the item has low)'],
    [{ not: { severity: 'high' } }, 'not excluded (severity: wanted high, the item has low, medium)'],
  ])('of %j is %j', (when, text) => {
    expect(because(when)).toBe(text);
  });

  it('says none where the item has nothing', () => {
    expect(because({ severity: 'high' }, aThreat())).toBe('severity: wanted high, the item has none');
  });

  it('holds the whole tree, with what held and what did not', () => {
    const when = { severity: 'low', any: [{ text: 'nope' }, { not: { domain: 'globex' } }] };
    expect(explainRoute(compile([{ to: 'a', when }]), exfiltration)[0]?.condition).toMatchObject({
      kind: 'all',
      holds: true,
      parts: [
        { kind: 'field', field: 'severity', holds: true },
        {
          kind: 'any',
          holds: true,
          parts: [
            { kind: 'all', holds: false, parts: [{ kind: 'field', field: 'text', holds: false }] },
            { kind: 'all', holds: true, parts: [{ kind: 'not', holds: true, part: { holds: false } }] },
          ],
        },
      ],
    });
  });

  it('never disagrees with the routing', () => {
    fc.assert(
      fc.property(routes, routedItem, (input, item) => {
        const compiled = compile(input);
        const explained = explainRoute(compiled, item);
        const matched = explained.filter(({ outcome }) => outcome === 'matched');
        const to = (shadow: boolean) => [
          ...new Set(matched.filter((route) => route.shadow === shadow).flatMap((route) => route.to)),
        ];
        const routing = routeItem(compiled, item);
        expect(explained.map(({ route }) => route)).toEqual(compiled.map(({ name }) => name));
        expect(matched.map(({ route }) => route)).toEqual(routing.matched);
        expect(to(false)).toEqual(routing.destinations);
        expect(to(true)).toEqual(routing.shadowed);
      }),
      { numRuns: shareOf(500, 5) },
    );
  });

  it('never contradicts itself', () => {
    const consistent = (condition: ConditionExplanation): boolean => {
      if (condition.kind === 'field') return true;
      if (condition.kind === 'not')
        return condition.holds !== condition.part.holds && consistent(condition.part);
      const held = condition.parts.filter((part) => part.holds).length;
      const expected = condition.kind === 'all' ? held === condition.parts.length : held > 0;
      return condition.holds === expected && condition.parts.every(consistent);
    };
    fc.assert(
      fc.property(routes, routedItem, (input, item) => {
        for (const { condition, outcome, because } of explainRoute(compile(input), item)) {
          expect(because).not.toBe('');
          expect(condition === undefined).toBe(outcome === 'skipped');
          if (condition) expect(consistent(condition)).toBe(true);
          if (condition) expect(condition.holds).toBe(outcome === 'matched');
        }
      }),
      { numRuns: shareOf(400, 5) },
    );
  });

  it('stays short and on its line, whatever the item holds', () => {
    const hostile = aCase({
      events: Array.from({ length: 500 }, (_, index) =>
        event({ severity: `\u001b[2J\u202e${index}\n${'🦊'.repeat(10_000)}` }),
      ),
    });
    const text = because({ severity: 'high' }, hostile) ?? '';
    expect(text).toContain('and 493 more');
    expect([...text].length).toBeLessThan(1_000);
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

describe('an explanation as text', () => {
  it('reads well', () => {
    const compiled = compile([
      { name: 'board', to: 'a', when: { user: ['*@board.example', 'ceo@example.com'] } },
      {
        name: 'urgent',
        to: 'a',
        when: { any: [{ severity: ['critical', 'high'] }, { threatType: 'sabotage', feed: 'cases' }] },
      },
      { name: 'trial', to: 'd', shadow: true, when: { not: { text: 'drill' } } },
      {
        name: 'no downloads',
        to: 'e',
        when: { not: { any: [{ text: 'nope' }, { text: 'mass download' }] } },
      },
      { name: 'exfiltration', to: ['b', 'c'], when: { threatType: 'data_exfiltration' }, final: true },
      { name: 'rest', to: 'e' },
    ]);
    expect(formatExplanation(explainRoute(compiled, exfiltration))).toBe(
      [
        'Goes to b and c.',
        'Shadow routes would send it to d.',
        '',
        '1. board did not match.',
        '   user: wanted *@board.example or ceo@example.com, the item has Marta.Duarte@example.com',
        '2. urgent did not match.',
        '   one of these was wanted, and none holds:',
        '     severity: wanted critical or high, the item has low, medium',
        '     threatType: wanted sabotage, the item has data_exfiltration',
        '3. trial matched, and would send to d if it were not a shadow.',
        '   this is excluded, and does not hold:',
        '     text: wanted drill, the item does not say so',
        '4. no downloads did not match.',
        '   excluded, because this holds:',
        '     at least one of these holds:',
        '       text: the item says mass download',
        '5. exfiltration matched, and sends to b and c; it is final.',
        '   threatType: the item has data_exfiltration',
        '6. rest was not looked at: exfiltration matched before it and is final.',
      ].join('\n'),
    );
  });

  it('says plainly when an item goes nowhere', () => {
    const compiled = compile([{ to: 'a', when: { feed: 'threats' } }]);
    expect(formatExplanation(explainRoute(compiled, exfiltration)).split('\n')[0]).toBe(
      'Goes nowhere: no route matches.',
    );
  });

  it('does not call it no match when only shadow routes matched', () => {
    const compiled = compile([{ to: 'a', shadow: true }]);
    expect(formatExplanation(explainRoute(compiled, exfiltration)).split('\n').slice(0, 2)).toEqual([
      'Goes nowhere: only shadow routes match.',
      'Shadow routes would send it to a.',
    ]);
  });
});
