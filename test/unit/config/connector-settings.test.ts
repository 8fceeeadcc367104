import { expect, it } from 'vitest';
import { checkBridge } from '../../../lib/config/define-bridge.ts';
import { pastWindowMs } from '../../../lib/config/retention.ts';

const DAY_MS = 86_400_000;
const config = (more: object) =>
  checkBridge({
    domains: { acme: { baseUrl: 'https://posture.example/api', apiKey: '/key' } },
    destinations: {
      lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
    },
    routes: [{ name: 'all', to: 'lake' }],
    ...more,
  });
const problemsOf = (more: object) => {
  const checked = config(more);
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`);
};

it('says which connector brings which sources, and none unless it is given', () => {
  const connectors = { cloud_directory: { sources: ['SigninLogs'] } };
  expect(config({ connectors })).toMatchObject({ ok: true, config: { connectors } });
  expect(config({})).toMatchObject({ ok: true, config: { connectors: {} } });
});

it('refuses a connector without sources, and what it does not know', () => {
  expect(problemsOf({ connectors: { crm: { sources: [] } } })).toEqual([
    'connectors.crm.sources: is empty: name at least one source of events',
  ]);
  expect(problemsOf({ connectors: { crm: { sources: [' '] } } })).toHaveLength(1);
  expect(problemsOf({ connectors: { crm: { sources: ['x'], source: 'y' } } })).toHaveLength(1);
});

it('counts earlier cases for 90 days, or for as long as decisions are kept', () => {
  expect(pastWindowMs({ retention: { cases: 400 * DAY_MS } })).toBe(90 * DAY_MS);
  expect(pastWindowMs({ retention: { cases: 30 * DAY_MS } })).toBe(30 * DAY_MS);
});
