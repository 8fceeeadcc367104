// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of CloudFormation and IAM, not ours
import '../../../support/aws/quiet-sdk.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import { type LocalCloud, startLocalCloud } from '../../../../local/cloud/local-cloud.ts';
import type { LocalCloudOptions } from '../../../../local/cloud/options.ts';

export interface Parts {
  readonly resources: JsonObject;
  readonly outputs?: JsonObject;
  readonly parameters?: JsonObject;
  readonly conditions?: JsonObject;
  readonly mappings?: JsonObject;
  /** The text of `index.mjs` by the name of the bundle. */
  readonly bundles?: Readonly<Record<string, string>>;
}

/** A cloud assembly by hand, as `cdk synth` would leave it. */
export async function writeAssembly(parts: Parts): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'local-cloud-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const { resources, outputs = {}, parameters = {}, conditions = {}, mappings = {}, bundles = {} } = parts;
  const put = (name: string, value: unknown) => writeFile(join(dir, name), JSON.stringify(value));
  await put('manifest.json', {
    version: '55.0.0',
    artifacts: {
      'T.assets': { type: 'cdk:asset-manifest', properties: { file: 'T.assets.json' } },
      T: { type: 'aws:cloudformation:stack', properties: { templateFile: 'T.template.json' } },
    },
  });
  await put('T.template.json', {
    Resources: resources,
    Outputs: outputs,
    Parameters: parameters,
    Conditions: conditions,
    Mappings: mappings,
  });
  const files: Record<string, object> = {};
  for (const [name, text] of Object.entries(bundles)) {
    await mkdir(join(dir, `asset.${name}`));
    await writeFile(join(dir, `asset.${name}`, 'index.mjs'), text);
    files[name] = {
      source: { path: `asset.${name}`, packaging: 'zip' },
      destinations: { here: { objectKey: `${name}.zip` } },
    };
  }
  await put('T.assets.json', { version: '55.0.0', files });
  return dir;
}

export interface Started extends LocalCloud {
  readonly lines: readonly string[];
}

export async function startCloud(parts: Parts, options: Partial<LocalCloudOptions> = {}): Promise<Started> {
  const lines: string[] = [];
  const cloud = await startLocalCloud({
    assemblyDir: await writeAssembly(parts),
    log: (from, line) => lines.push(`${from}: ${line}`),
    ...options,
  });
  onTestFinished(() => cloud.stop());
  return Object.assign(cloud, { lines });
}

export const lambdaTrust = trust('lambda.amazonaws.com');

export function trust(Service: string): JsonObject {
  return { Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } }] };
}

export const LOGS = { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: '*' };

export const role = (
  statements: readonly JsonObject[] = [],
  assume: JsonObject = lambdaTrust,
): JsonObject => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: assume,
    Policies: [{ PolicyName: 'own', PolicyDocument: { Statement: [LOGS, ...statements] } }],
  },
});

export const lambda = (bundle: string, more: JsonObject = {}, roleId = 'Role'): JsonObject => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: `${bundle}.zip` },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
    Role: arnOf(roleId),
    ...more,
  },
});

export const queue = (properties: JsonObject = {}): JsonObject => ({
  Type: 'AWS::SQS::Queue',
  Properties: properties,
});

export const arnOf = (logicalId: string): JsonObject => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

export const CONSUME = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

export { until } from '../../../support/wait-for.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
