import { describe, expect, it } from 'vitest';
import { type BridgeInput, checkBridge } from '../../../lib/config/define-bridge.ts';
import { complaints, problemsOf, sample } from './sample.ts';

type When = NonNullable<BridgeInput['routes'][number]['when']>;
const when = (condition: unknown) => complaints({ routes: [{ to: 'lake', when: condition }] });

describe('a route', () => {
  it('has a name of its own', () => {
    expect(
      complaints({ routes: [{ to: 'lake', name: 'a' }, { to: 'lake' }, { to: 'lake', name: 'a' }] }),
    ).toEqual(['routes[2].name: is already the name of routes[0] (the route "a")']);
    expect(complaints({ routes: [{ to: 'lake', name: 'route-2' }, { to: 'lake' }] })).toEqual([
      'routes[1].name: is already the name of routes[0]',
    ]);
    expect(complaints({ routes: [{ to: 'lake', name: 'Über uns 2.0' }] })).toEqual([]);
    expect(complaints({ routes: [{ to: 'laek', name: 'Über uns 2.0' }] })).toEqual([
      'routes[0].to: unknown destination "laek", did you mean "lake"? (the route "Über uns 2.0")',
    ]);
    expect(complaints({ routes: [{ to: 'lake', name: ' a' }] })).toHaveLength(1);
    expect(complaints({ routes: [{ to: 'lake', name: 'a\u001b[2J' }] })).toHaveLength(1);
  });

  it('leads somewhere', () => {
    expect(complaints({ routes: [{}] })).toEqual([
      'routes[0].to: missing, must be a text or a list of texts',
    ]);
    expect(complaints({ routes: [{ to: [] }] })).toEqual(['routes[0].to: is empty']);
    expect(complaints({ routes: [{ to: 'pager' }] })).toEqual([
      'routes[0].to: unknown destination "pager"; known: soc-slack, lake',
    ]);
  });

  it('is told about a typo at the very place where it stands', () => {
    const routes = [{ to: 'lake' }, { to: 'lake' }, { to: 'lake' }, { to: ['soc-slak'] }];
    expect(problemsOf({ routes })).toEqual([
      {
        path: 'routes[3].to[0]',
        message: 'unknown destination "soc-slak", did you mean "soc-slack"?',
        suggestion: 'soc-slack',
      },
    ]);
  });
});

describe('a condition', () => {
  it.each<When>([
    {},
    { threatType: 'sabotage' },
    { threatType: 'Data_Exfiltration' },
    { threatType: 'quantum_theft' },
    { threatType: ['insider_threat', 'something_new'] },
    { feed: ['cases', 'threats'], severity: 'high' },
    { domain: 'ACME' },
    { user: ['*@acme.example', 'a?b@x'], text: 'wire transfer' },
  ])('may be %j', (condition) => {
    expect(when(condition)).toEqual([]);
  });

  it.each([
    ['data_exfiltraiton', 'data_exfiltration'],
    ['data-exfiltration', 'data_exfiltration'],
    ['policy_violations', 'policy_violation'],
    ['Sabotge', 'sabotage'],
  ])('on the threat type %j is taken for a typo', (threatType, meant) => {
    const problem = `unknown threat type, did you mean "${meant}"?`;
    expect(when({ threatType })).toEqual([`routes[0].when.threatType: ${problem}`]);
    expect(when({ threatType: ['sabotage', threatType] })).toEqual([
      `routes[0].when.threatType[1]: ${problem}`,
    ]);
  });

  it.each([
    [{ severity: [] }, 'severity: is empty'],
    [{ severity: '' }, 'severity: is empty'],
    [{ text: '  ' }, 'text: is empty'],
    [{ severity: 5 }, 'severity: must be a text or a list of texts'],
    [{ severity: ['high', null] }, 'severity[1]: is null, and must be a text'],
    [{ user: '*'.repeat(321) }, 'user: is longer than 320 characters'],
    [{ feed: 'case' }, 'feed: must be one of cases, threats; did you mean "cases"?'],
    [{ any: [] }, 'any: is empty'],
    [{ any: { text: 'x' } }, 'any: is an object, and must be a list, like [ ... ]'],
    [{ not: {} }, 'not: is empty: say what must hold, or leave it out'],
    [{ all: [{ text: 'x' }, {}] }, 'all[1]: is empty: say what must hold, or leave it out'],
    [{ domain: 'globex' }, 'domain: unknown domain "globex"; known: acme'],
    [
      { any: [{ not: { domain: ['acme', 'acm'] } }] },
      'any[0].not.domain[1]: unknown domain "acm", did you mean "acme"?',
    ],
    [
      { feed: 'threats', severity: 'high' },
      "severity: never holds next to feed 'threats': only cases have it",
    ],
  ])('may not be %j', (condition, complaint) => {
    expect(when(condition)).toEqual([`routes[0].when.${complaint}`]);
  });

  const nested = (levels: number): object => (levels === 1 ? { text: 'x' } : { not: nested(levels - 1) });

  it('nests ten levels deep and no deeper', () => {
    expect(when(nested(10))).toEqual([]);
    expect(when(nested(11))).toEqual([
      `routes[0].when.${Array(10).fill('not').join('.')}: is nested too deep: at most 10 levels`,
    ]);
    expect(when(nested(5_000))).toHaveLength(1);
  });

  it('that holds itself is refused instead of read for ever', () => {
    const condition: Record<string, unknown> = { text: 'x' };
    condition.not = condition;
    expect(checkBridge({ ...sample, routes: [{ to: 'lake', when: condition }] }).ok).toBe(false);
  });
});
