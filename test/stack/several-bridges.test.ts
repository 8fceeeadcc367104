import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CfnResource, TagManager } from 'aws-cdk-lib/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBridge, createApp } from '../../cdk/synth-bridge.ts';
import settings from '../../cdk.json' with { type: 'json' };
import { isObject } from '../../local/cloud/json.ts';
import type { StackTemplate } from '../../local/cloud/template.ts';
import { readStage } from '../support/cloud-run/stage.ts';
import { drawUp, everything, least, type Synthesized } from './synthesized.ts';

const NAMES = ['production', 'staging'] as const;
let bridges: Synthesized[];
let resolved: StackTemplate[];
beforeAll(async () => {
  bridges = await Promise.all(NAMES.map((name) => drawUp({ ...everything, monitoring: 'full' }, { name })));
  resolved = await Promise.all(bridges.map(async ({ folder }) => (await readStage(folder)).resolved));
});
afterAll(() => Promise.all(bridges.map((bridge) => bridge.remove())));

/** Each metric that alarms and charts watch, as CloudWatch tells them apart: namespace, name and dimensions. */
function watchedIn(template: StackTemplate): string[] {
  const alarms = template.resources.filter(({ type }) => type === 'AWS::CloudWatch::Alarm');
  return [...alarms.flatMap(({ properties }) => metricsIn(properties)), ...chartedIn(template)];
}

function metricsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(metricsIn);
  if (!isObject(part as never)) return [];
  const { Namespace, MetricName, Dimensions } = part as Record<string, unknown>;
  const own = MetricName === undefined ? [] : [JSON.stringify([Namespace, MetricName, Dimensions])];
  return [...own, ...Object.values(part as object).flatMap(metricsIn)];
}

function chartedIn(template: StackTemplate): string[] {
  return template.resources
    .filter(({ type }) => type === 'AWS::CloudWatch::Dashboard')
    .map(({ properties }) => JSON.parse((properties as { DashboardBody: string }).DashboardBody))
    .flatMap(({ widgets }: { widgets: { properties: { metrics: unknown[][] } }[] }) => widgets)
    .flatMap(({ properties }) => properties.metrics)
    .map((metric) => JSON.stringify(metric.filter((one) => typeof one === 'string')));
}

/** What AWS wants to be unique in an account and region. */
const UNIQUE: Readonly<Record<string, string>> = {
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::ApiGatewayV2::Api': 'Name',
};

describe('two bridges in one account', () => {
  it('share no metric, so that staging cannot keep an alarm of production quiet', () => {
    const [production = [], staging = []] = resolved.map(watchedIn);
    expect(production.length).toBeGreaterThan(80);
    expect(staging).toHaveLength(production.length);
    expect(production.filter((metric) => staging.includes(metric))).toEqual([]);
  });

  it('tell their functions the name that their alarms watch', () => {
    for (const [index, bridge] of bridges.entries()) {
      for (const [name, { Properties }] of bridge.all('AWS::Lambda::Function')) {
        expect(Properties.Environment, name).toMatchObject({ Variables: { BRIDGE_NAME: NAMES[index] } });
      }
    }
  });

  it('have no name in common', () => {
    const namesIn = (template: StackTemplate) =>
      template.resources.flatMap(({ type, identity, properties }) => {
        const given = (properties as Record<string, unknown>)[UNIQUE[type] ?? ''];
        return [
          identity.attributes.Arn ?? identity.ref,
          ...(given === undefined ? [] : [`${type} ${given}`]),
        ];
      });
    const [production = [], staging = []] = resolved.map((template) =>
      namesIn(template).filter((name) => name !== '$default'),
    );
    expect(production.filter((name) => staging.includes(name))).toEqual([]);
  });
});

describe('the tag of a bridge', () => {
  it('is on everything that can have one', async () => {
    const app = createApp({ checked: false });
    const stack = await addBridge(app, { config: everything, options: { name: 'staging' } });
    const taggable = stack.node
      .findAll()
      .filter((one): one is CfnResource => CfnResource.isCfnResource(one) && TagManager.of(one) !== undefined)
      .map((one) => stack.resolve(one.logicalId) as string);
    const { Resources } = app.synth().getStackByName('staging').template as Synthesized['template'];
    expect(taggable.length).toBeGreaterThan(40);
    const tagged = (tags: unknown): boolean =>
      Array.isArray(tags)
        ? tags.some(({ Key, Value }) => Key === 'posture-bridge' && Value === 'staging')
        : (tags as Record<string, string> | undefined)?.['posture-bridge'] === 'staging';
    expect(taggable.filter((id) => !tagged(Resources[id]?.Properties.Tags))).toEqual([]);
  });
});

describe('the name of a bridge', () => {
  it.each(['', 'my bridge', '2nd', 'staging_eu', 'ä', 'AWS-x', 'ssm', 'a'.repeat(27)])(
    'cannot be %j, and that is said',
    async (name) => {
      await expect(addBridge(createApp(), { config: least(), options: { name } })).rejects.toThrow(
        `A bridge cannot be named ${JSON.stringify(name)}: a name has letters, digits and hyphens`,
      );
    },
  );

  it('leaves room for what CloudFormation appends to the names of queues, with all capabilities', async () => {
    const { template, remove } = await drawUp(everything, { name: 'a'.repeat(26) });
    const fifos = Object.entries(template.Resources).filter(([, one]) => one.Properties?.FifoQueue === true);
    expect(fifos.length).toBeGreaterThanOrEqual(6);
    const longest = Math.max(...fifos.map(([id]) => `${'a'.repeat(26)}-${id}-1234567890123.fifo`.length));
    expect(longest).toBe(80);
    await remove();
  });

  it('is a setting of the command line, where a bad one gets a sentence and no stack trace', async () => {
    // As the command line starts it, and without the command line, which takes as long again.
    const app = settings.app.replace(/^node /, '').split(' ');
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ name: 'not good' }) };
    const failed = await promisify(execFile)(process.execPath, app, { env }).catch((error) => error);
    expect(failed.stderr).toMatch(/^A bridge cannot be named "not good": [^\n]+\n$/);
  });
});
