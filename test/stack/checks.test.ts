import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CfnQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Validations } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import { addBridge, createApp } from '../../cdk/synth-bridge.ts';
import settings from '../../cdk.json' with { type: 'json' };
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { IS_FULL } from '../support/extent.ts';
import { drawUp, everything, least, oneWay, type Synthesized, synthesize } from './synthesized.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posture-bridge-checks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each takes seconds, and the first has everything that the others have. */
const onlyTheFirst = (configs: [string, BridgeConfig][]) => (IS_FULL ? configs : configs.slice(0, 1));

const bridgeIn = (config: BridgeConfig, name: string, checked = false) => {
  const app = createApp({ outdir: join(folder, name), checked });
  return addBridge(app, { config }).then((stack) => ({ app, stack }));
};

describe('cdk-nag', () => {
  const findings = (scope: IConstruct): string[] =>
    new AwsSolutionsChecks(scope)
      .validateScope(scope)
      .violations.map(({ ruleName, violatingResources }) => `${ruleName}: ${violatingResources.length}`);

  it.each(
    onlyTheFirst([
      ['every kind of destination', everything],
      ['destinations where nobody can decide', oneWay],
      ['nothing but a queue of ones own', least()],
    ]),
  )('finds nothing with %s', async (name, config) => {
    const { stack } = await bridgeIn(config, name);
    expect(findings(stack)).toEqual([]);
  });

  it('finds what is not acknowledged', async () => {
    const { stack } = await bridgeIn(least(), 'open');
    new Queue(stack, 'Open');
    expect(findings(stack)).toEqual(['AwsSolutions-SQS3: 1', 'AwsSolutions-SQS4: 1']);
  });

  it('is told a reason wherever a rule is acknowledged', async () => {
    const { stack } = await bridgeIn(everything, 'acknowledged');
    const acknowledged = stack.node
      .findAll()
      .flatMap(({ node }) =>
        node.metadata.filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY),
      );
    const rules = acknowledged.flatMap(({ data }) => Object.keys(data as object));
    expect(rules.toSorted()).toEqual([
      // Two chats; a system, which sends and asks; links, which are opened and pressed; and the canary.
      ...Array(7).fill('Annotation::AwsSolutions-APIG4'),
      expect.stringMatching(
        /^Annotation::AwsSolutions-IAM5\[Resource::<BridgeTrailArchiveBucket\w+\.Arn>\/audit\/\*\]$/,
      ),
      'Annotation::AwsSolutions-S1',
      'Annotation::AwsSolutions-SQS3',
    ]);
    for (const { data } of acknowledged) {
      for (const reason of Object.values(data as Record<string, string>)) {
        expect(reason.length, JSON.stringify(data)).toBeGreaterThan(20);
      }
    }
  });
});

describe("CloudFormation's own rules", () => {
  it.each(
    onlyTheFirst([
      ['every kind of destination', everything],
      ['destinations where nobody can decide', oneWay],
      ['the example', example],
    ]),
  )('find nothing in the template with %s', async (name, config) => {
    const { app } = await bridgeIn(config, `rules ${name}`, true);
    app.synth();
    const report = JSON.parse(await readFile(join(app.outdir, 'validation-report.json'), 'utf8'));
    expect(report.pluginReports).toEqual([]);
  });

  it('find what is wrong', async () => {
    const { app, stack } = await bridgeIn(least(), 'wrong', true);
    new CfnQueue(stack, 'Wrong', { visibilityTimeout: 1_000_000 });
    expect(() => app.synth()).toThrow();
  });
});

describe('the template', () => {
  let first: Synthesized;
  beforeAll(async () => {
    first = await synthesize(everything);
  });
  afterAll(() => first.remove());

  it('names only what is in it', () => {
    const { Resources, Parameters } = first.template;
    const known = new Set([...Object.keys(Resources), ...Object.keys(Parameters)]);
    const names = namesIn(first.template).filter((name) => !name.startsWith('AWS::'));
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('is the same every time, wherever it is made', async () => {
    const again = await synthesize(everything);
    expect(hash(again.text)).toBe(hash(first.text));
    await again.remove();
  });

  it('fits into CloudFormation with 20 domains', async () => {
    const domains = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `domain-${index}`,
        {
          baseUrl: `https://posture-${index}.example.com/api`,
          apiKey: `/posture-bridge/domain-${index}/api-key`,
        },
      ]),
    );
    const many = await drawUp({ ...everything, domains: least({ domains }).domains });
    expect(Object.keys(many.template.Resources).length).toBeLessThan(500);
    expect(Buffer.byteLength(many.text)).toBeLessThan(1024 * 1024);
    await many.remove();
  });

  it.runIf(IS_FULL)('is the same from the command line, which says nothing', async () => {
    const outdir = join(folder, 'command-line');
    const cdk = ['node_modules/aws-cdk/bin/cdk', 'synth', '--quiet', '--no-validation', '-o', outdir];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, cdk);
    expect(stdout + stderr).toBe('');
    const here = await synthesize(example);
    expect(await readFile(join(outdir, 'Bridge.template.json'), 'utf8')).toBe(here.text);
    await here.remove();
  });

  it('is not made for AWS from the example, whose addresses are on this machine', async () => {
    // As the command line starts it, and without the command line, which takes as long again.
    const app = settings.app.replace(/^node /, '').split(' ');
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify({ home: 'aws' }) };
    await expect(promisify(execFile)(process.execPath, app, { env })).rejects.toThrow(
      /domains\.acme\.baseUrl: is an address on this machine/,
    );
  });
});

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Everything that a part of a template refers to. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(namesIn);
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'Ref') return [value as string];
    if (key === 'Fn::GetAtt') return [(value as string[])[0] ?? ''];
    if (key === 'Fn::Sub') return [...String(value).matchAll(/\$\{([^}.!]+)/g)].map(([, name = '']) => name);
    if (key === 'DependsOn') return [value].flat() as string[];
    return namesIn(value);
  });
}
