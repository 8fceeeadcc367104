import { describe, expect, it } from 'vitest';
import { checkBridge, defineBridge } from '../../../lib/config/define-bridge.ts';
import { complaints, sample } from './sample.ts';

const WANTED = "write it like '30s', '15m', '24h' or '2d'";
const route = (more: object) => ({ routes: [{ name: 'x', to: 'soc-slack', ...more }] });

describe('a duration without a unit is an error, with what was probably meant', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ poll: { lookback: 60 } }, `poll.lookback: is 60, without a unit: ${WANTED}; did you mean '60s'?`],
    [{ poll: { lookback: 0 } }, `poll.lookback: is 0, without a unit: ${WANTED}; did you mean '0s'?`],
    [{ poll: { every: '30' } }, `poll.every: is 30, without a unit: ${WANTED}; did you mean '30s'?`],
    [{ poll: { every: 60_000 } }, `poll.every: is 60000, without a unit: ${WANTED}; did you mean '1m'?`],
    [
      { poll: { sweep: { window: 24 } } },
      `poll.sweep.window: is 24, without a unit: ${WANTED}; did you mean '24m'?`,
    ],
    [
      { retention: { cases: 400 } },
      `retention.cases: is 400, without a unit: ${WANTED}; did you mean '400d'?`,
    ],
    [{ changes: { every: -1 } }, `changes.every: is -1, without a unit: ${WANTED}`],
    [{ canary: { every: 6 } }, `canary.every: is 6, without a unit: ${WANTED}; did you mean '6h'?`],
    [
      { verdicts: { allow: 'anyone-in-channel', claims: { high: 2 } } },
      `verdicts.claims.high: is 2, without a unit: ${WANTED}; did you mean '2h'?`,
    ],
    [
      route({ dedupe: { by: 'user', for: 10 } }),
      `routes[0].dedupe.for: is 10, without a unit: ${WANTED}; did you mean '10m'? (the route "x")`,
    ],
    [
      route({ escalation: [{ after: { critical: 10 }, mention: ['S0123ABCD'] }] }),
      `routes[0].escalation[0].after.critical: is 10, without a unit: ${WANTED}; did you mean '10m'? (the route "x")`,
    ],
  ])('%j', (changes, complaint) => {
    expect(complaints(changes)).toContain(complaint);
    const [path] = complaint.split(': ');
    expect(complaints(changes).filter((one) => one.startsWith(`${path}:`))).toEqual([complaint]);
  });

  it('and none in what defineBridge has finished, also where a part of it is used in another one', () => {
    const config = defineBridge({ ...sample, poll: { lookback: '60ms' } });
    expect(checkBridge(config).ok).toBe(true);
    expect(checkBridge({ ...sample, poll: config.poll, retention: config.retention }).ok).toBe(true);
    expect(checkBridge({ ...sample, poll: { ...config.poll } }).ok).toBe(false);
    expect(checkBridge(JSON.parse(JSON.stringify(config))).ok).toBe(false);
  });
});

describe('a misspelt severity is an error, with the nearest word', () => {
  it.each<[unknown, string]>([
    ['hihg', 'routes[0].when.severity: is no severity "hihg", did you mean "high"? (the route "x")'],
    [
      ['critcal', 'low'],
      'routes[0].when.severity[0]: is no severity "critcal", did you mean "critical"? (the route "x")',
    ],
  ])('%j', (severity, complaint) => {
    expect(complaints(route({ when: { severity } }))).toEqual([complaint]);
  });

  it('also deep inside, and where severities are keys', () => {
    expect(complaints(route({ when: { any: [{ not: { severity: 'medum' } }, { text: 'x' }] } }))).toEqual([
      'routes[0].when.any[0].not.severity: is no severity "medum", did you mean "medium"? (the route "x")',
    ]);
    expect(complaints(route({ mention: { hihg: ['S0123ABCD'] } }))[0]).toContain('did you mean "high"?');
  });

  it('but not a number, nor what other tools call it', () => {
    expect(
      complaints(route({ when: { severity: ['7', 'Sev-2', 'P1', 'informational', 'very high'] } })),
    ).toEqual([]);
  });
});
