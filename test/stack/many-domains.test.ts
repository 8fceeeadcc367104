import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTemplateSize } from '../../cdk/stack-limits.ts';
import settings from '../../cdk.json' with { type: 'json' };
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { asWritten } from '../support/as-written.ts';
import { IS_FULL } from '../support/extent.ts';
import { alarmsIn, goingOff, type ReadMetric, secondsUntil, statsOf } from './alarm-model.ts';
import { limitProblems } from './random/limit-problems.ts';
import { drawUp, everything, least, type Synthesized, written } from './synthesized.ts';

/** With Slack, Teams and every other kind of destination, and a key parameter of its own for each domain. */
function withDomains(
  count: number,
  parameterOf = (name: string) => `/posture-bridge/${name}/api-key`,
): BridgeConfig {
  const names = Array.from({ length: count }, (_, index) => `customer-${String(index + 1).padStart(3, '0')}`);
  const domains = names.map((name) => [
    name,
    {
      baseUrl: 'https://posture.example.com/api',
      apiKey: parameterOf(name),
      consoleUrl: 'https://posture.example.com',
    },
  ]);
  return {
    ...everything,
    monitoring: 'full',
    domains: least({ domains: Object.fromEntries(domains) }).domains,
  };
}

const NAMES = Object.keys(withDomains(200).domains);
let many: Synthesized;
let one: Synthesized;
beforeAll(async () => {
  many = await drawUp(withDomains(200));
  one = await drawUp(withDomains(1));
});
afterAll(() => Promise.all([many.remove(), one.remove()]));

const inputsOf = (from: Synthesized): unknown[] =>
  from
    .all('AWS::Scheduler::Schedule')
    .map(([, { Properties }]) => JSON.parse((Properties.Target as { Input: string }).Input))
    // The reconciler's names none.
    .filter((input) => Object.keys(input).length > 0);

/** Every poll of every feed succeeds, but for what is said otherwise. */
const HEALTHY: Readonly<Record<string, number>> = {
  Healthy: 1,
  PollSucceeded: 5,
  FeedLag: 60,
  ReconcilerRan: 1,
  TrailArchived: 4,
};
const healthy: ReadMetric = (name) => HEALTHY[name] ?? 0;

describe('200 domains in one bridge', () => {
  it('fit into CloudFormation', () => {
    // It takes 500.
    expect(Object.keys(many.template.Resources).length).toBeLessThan(470);
    expect(Object.keys(many.template.Outputs).length).toBeLessThan(200);
    expect(Buffer.byteLength(many.text)).toBeLessThan(1_000_000);
  });

  it('fit into the policies of roles, in the region with the longest name', async () => {
    expect(await limitProblems(many)).toEqual([]);
  });

  it('may each be read by the poller and the verdict function, which wait for that right', () => {
    for (const role of ['PollerPoll', 'VerdictsVerdict']) {
      const policies = many.all('AWS::IAM::ManagedPolicy').filter(([id]) => id.includes(role));
      const read = policies.flatMap(([, { Properties }]) => {
        const { Statement } = Properties.PolicyDocument as {
          Statement: { Action: string; Resource: unknown[] }[];
        };
        expect(Statement.map(({ Action }) => Action)).toEqual(['ssm:GetParameter']);
        return Statement.flatMap(({ Resource }) =>
          Resource.map((arn) => written(arn).replace(/.*:parameter/, '')),
        );
      });
      expect(read).toEqual(NAMES.map((name) => `/posture-bridge/${name}/api-key`));
      const [[, fn] = []] = many.all('AWS::Lambda::Function').filter(([id]) => id.includes(role));
      expect(fn?.DependsOn).toEqual(expect.arrayContaining(policies.map(([id]) => id)));
    }
  });

  it('fit into the environment of functions and into a dashboard', () => {
    for (const [name, { Properties }] of many.all('AWS::Lambda::Function')) {
      expect(JSON.stringify(Properties.Environment).length, name).toBeLessThan(4_096);
    }
    const [[, dashboard] = []] = many.all('AWS::CloudWatch::Dashboard');
    const body = written(dashboard?.Properties.DashboardBody);
    const { widgets } = JSON.parse(body) as { widgets: { properties: { metrics: unknown[] } }[] };
    const lines = widgets.map(({ properties }) => properties.metrics.length);
    expect(Math.max(...lines)).toBeLessThan(20);
    expect(body).toContain(
      "WHERE Bridge = 'posture-bridge' GROUP BY Domain, Feed ORDER BY MAX() DESC LIMIT 20",
    );
  });

  it('are each polled by one schedule, ten in a run', () => {
    const runs = inputsOf(many) as { domains: string[] }[];
    expect(runs.map(({ domains }) => domains.length)).toEqual(Array.from({ length: 20 }, () => 10));
    expect(runs.flatMap(({ domains }) => domains)).toEqual(NAMES);
  });

  it('have alarms that CloudWatch accepts', () => {
    const alarms = alarmsIn(many);
    expect(new Set(alarms.map(({ AlarmName }) => AlarmName)).size).toBe(alarms.length);
    for (const alarm of alarms) {
      expect(statsOf(alarm).length, alarm.AlarmName).toBeLessThanOrEqual(10);
      expect(alarm.AlarmName.length).toBeLessThanOrEqual(255);
      expect(alarm.AlarmDescription.length, alarm.AlarmName).toBeLessThanOrEqual(1_024);
    }
  });
});

describe('a single dead feed among 200 domains', () => {
  const silent =
    (domain: string, feed: string, value?: number): ReadMetric =>
    (name, dimensions) =>
      dimensions.Domain === domain && dimensions.Feed === feed
        ? name === 'PollSucceeded'
          ? value
          : undefined
        : healthy(name, dimensions);

  it('raises no alarm while all is well', () => {
    expect(goingOff(many, healthy)).toEqual([]);
  });

  it.each([
    ['nobody polls it', undefined],
    ['every poll fails', 0],
  ])('raises the alarm of its own domain, and only that, when %s', (_, value) => {
    for (const domain of NAMES) {
      for (const feed of ['cases', 'threats']) {
        const names = goingOff(many, silent(domain, feed, value)).map(({ AlarmName }) => AlarmName);
        expect(names).toEqual([`posture-bridge: No successful poll (${domain})`]);
      }
    }
  });

  it('is noticed in the same time as that of a single domain', () => {
    const [alone] = goingOff(one, silent('customer-001', 'cases'));
    const [amongMany] = goingOff(many, silent('customer-123', 'cases'));
    expect(alone?.AlarmName).toBe('posture-bridge: No successful poll (customer-001 cases)');
    expect(alone && secondsUntil(alone)).toBe(600);
    expect(amongMany && secondsUntil(amongMany)).toBe(600);
  });
});

describe('a single domain in trouble among 200', () => {
  const inTrouble =
    (metric: string, value: number): ReadMetric =>
    (name, dimensions) =>
      dimensions.Domain === 'customer-123' && name === metric ? value : healthy(name, dimensions);

  it.each([
    ['FeedLag', 3_600, 'Feed is behind (group 25)'],
    ['Unauthorized', 1, 'Key refused (group 25)'],
    ['VerdictFailed', 1, 'Verdicts fail (group 13)'],
  ])('raises one alarm by %s, which says where to look', (metric, value, expected) => {
    const [alarm, ...others] = goingOff(many, inTrouble(metric, value));
    expect(others).toEqual([]);
    expect(alarm?.AlarmName).toBe(`posture-bridge: ${expected}`);
    expect(alarm?.AlarmDescription).toMatch(/domains from customer-121 to customer-1(?:25|30)/);
    const [alone] = goingOff(one, (name) => (name === metric ? value : healthy(name, {})));
    expect(alarm && secondsUntil(alarm)).toBe(alone && secondsUntil(alone));
  });
});

describe('lean', () => {
  it('has the same one alarm on the same one metric for 1 domain and for 200', async () => {
    for (const count of [1, 2, 200]) {
      const lean = await drawUp({ ...withDomains(count), monitoring: 'lean' });
      const [alarm, ...others] = alarmsIn(lean);
      expect(others).toEqual([]);
      expect(alarm && statsOf(alarm)).toMatchObject([
        { Metric: { MetricName: 'Healthy', Dimensions: [{ Name: 'Bridge' }] } },
      ]);
      expect(lean.all('AWS::CloudWatch::Dashboard')).toEqual([]);
      await lean.remove();
    }
  });
});

describe('a single domain', () => {
  it('is as it was: a schedule and alarms of its own, and no more policies than functions', () => {
    expect(inputsOf(one)).toEqual([{ domains: ['customer-001'] }]);
    expect(one.all('AWS::IAM::ManagedPolicy')).toEqual([]);
    const names = alarmsIn(one).map(({ AlarmName }) => AlarmName.replace('posture-bridge: ', ''));
    expect(names.filter((name) => name.includes('customer')).toSorted()).toEqual(
      [
        'Feed is behind (customer-001 cases)',
        'No successful poll (customer-001 cases)',
        'Feed is behind (customer-001 threats)',
        'No successful poll (customer-001 threats)',
        'Key refused (customer-001)',
        'Verdicts fail (customer-001)',
      ].toSorted(),
    );
  });
});

describe('more than fits', () => {
  it('is refused with the limit and what to do', async () => {
    await expect(drawUp(withDomains(300))).rejects.toThrow(
      /domains: are 300, too many for one bridge: .* \d+ resources, and CloudFormation takes 500\. To go on, split .* --name NAME/,
    );
  });

  it.runIf(IS_FULL)('gets a sentence on the command line, and no stack trace', async () => {
    const config = join(many.folder, 'too-many.config.mjs');
    await writeFile(config, `export default ${JSON.stringify(asWritten(withDomains(300)))};`);
    const app = settings.app.replace(/^node /, '').split(' ');
    const env = {
      ...process.env,
      CDK_OUTDIR: join(many.folder, 'too-many'),
      CDK_CONTEXT_JSON: JSON.stringify({ config }),
    };
    const failed = await promisify(execFile)(process.execPath, app, { env }).catch((error) => error);
    expect(failed.stderr).toMatch(
      /too-many\.config\.mjs: The bridge configuration has 1 problem:\n {2}domains: are 300, [^\n]+\n$/,
    );
  });

  it('is refused when the template is too large', () => {
    expect(() => checkTemplateSize('x'.repeat(1_048_577), withDomains(200))).toThrow(
      /domains: are 200, too many for one bridge: its template has 1048577 bytes, and CloudFormation takes 1048576/,
    );
    expect(() => checkTemplateSize(many.text, withDomains(200))).not.toThrow();
  });

  it('is refused when it is the names of the secrets that are too long', async () => {
    const long = (name: string) => `/${'a'.repeat(230)}/${name}`;
    await expect(drawUp(withDomains(200, long))).rejects.toThrow(
      /needs \d+ policies to read them, and its role takes 10\. Give the parameters shorter names, or split/,
    );
  });
});
