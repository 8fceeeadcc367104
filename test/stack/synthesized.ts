import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib/core';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { addOutputs } from '../../cdk/add-outputs.ts';
import { BridgeStack } from '../../cdk/bridge-stack.ts';
import { type FunctionFolders, functionsFor } from '../../cdk/function-folders.ts';
import { PostureBridge, type PostureBridgeOptions } from '../../cdk/posture-bridge.ts';
import { createApp, synthBridge } from '../../cdk/synth-bridge.ts';
import { type BridgeConfig, type BridgeInput, defineBridge } from '../../lib/config/define-bridge.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DependsOn?: string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export interface Template {
  readonly Resources: Record<string, Resource>;
  readonly Parameters: Record<string, unknown>;
  readonly Outputs: Record<string, { Value: unknown }>;
}

export interface Synthesized {
  readonly folder: string;
  readonly text: string;
  readonly template: Template;
  /** All resources of a type, by their names. */
  all(type: string): [string, Resource][];
  remove(): Promise<void>;
}

const domain = (name: string) => ({
  baseUrl: 'https://posture.example.com/api/v1/external',
  apiKey: `/posture-bridge/${name}/api-key`,
  consoleUrl: 'https://posture.example.com/',
});

/** In another account and region than the bridge, in order, and encrypted with a key of the customer's. */
export const VAULT_URL = 'https://sqs.us-east-1.amazonaws.com/210987654321/vault.fifo';
export const VAULT_KEY = 'arn:aws:kms:us-east-1:210987654321:key/1234abcd-12ab-34cd-56ef-1234567890ab';
/** In the account of the local cloud. */
export const BUS = 'arn:aws:events:eu-west-1:000000000000:event-bus/security';

/** Every kind of destination, more than one domain, polls between those of the schedules, and an archive. */
export const everything: BridgeConfig = defineBridge({
  domains: {
    acme: domain('acme'),
    zeta: domain('zeta'),
  },
  poll: { every: '5s' },
  destinations: {
    soc: { type: 'slack', channel: 'C0123ABCD' },
    duty: { type: 'teams', channel: '19:duty@thread.tacv2' },
    news: { type: 'teams', workflowUrl: '/posture-bridge/teams-workflow' },
    siem: {
      type: 'webhook',
      url: 'https://siem.example.com/hook',
      secret: '/posture-bridge/siem-secret',
      verdicts: { allow: { webhooks: ['siem'] } },
      links: true,
    },
    lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
    vault: { type: 'sqs', queueUrl: VAULT_URL, key: VAULT_KEY, events: ['case.created', 'verdict.recorded'] },
    bus: { type: 'eventbridge', bus: BUS },
  },
  slack: { signingSecret: '/posture-bridge/slack-secret', botToken: '/posture-bridge/slack-token' },
  teams: {
    appId: '6a5f3c1e-0000-4000-8000-000000000001',
    tenantId: '6a5f3c1e-0000-4000-8000-000000000002',
    password: '/posture-bridge/teams-password',
  },
  routes: [
    {
      name: 'everything',
      to: ['soc', 'duty', 'news', 'siem', 'lake', 'vault', 'bus'],
      dedupe: { by: ['user', 'threatType', 'category', 'source'], for: '5m' },
    },
  ],
  verdicts: { allow: 'anyone-in-channel' },
  archive: { lock: 'compliance' },
});

/** One domain, and nothing but a queue of one's own. */
export const least = (changes: Partial<BridgeInput> = {}): BridgeConfig =>
  defineBridge({
    domains: {
      acme: {
        baseUrl: 'https://posture.example.com/api/v1/external',
        apiKey: '/posture-bridge/acme/api-key',
      },
    },
    destinations: {
      lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
    },
    routes: [{ name: 'everything', to: 'lake' }],
    ...changes,
  });

/** Every kind of destination where nobody can decide. */
export const oneWay: BridgeConfig = least({
  domains: { acme: domain('acme') },
  destinations: {
    news: { type: 'teams', workflowUrl: '/posture-bridge/teams-workflow' },
    siem: { type: 'webhook', url: 'https://siem.example.com/hook', secret: '/posture-bridge/siem-secret' },
    lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
  },
  routes: [{ name: 'everything', to: ['news', 'siem', 'lake'] }],
});

/** The stack as it is deployed, with the bundles of its functions. */
export async function synthesize(
  config: BridgeConfig,
  options: PostureBridgeOptions = {},
): Promise<Synthesized> {
  const folder = await mkdtemp(join(tmpdir(), 'posture-bridge-stack-'));
  return readAssembly(folder, await synthBridge({ config, options, outdir: folder }));
}

/** The same with empty functions, which is several times as quick: for what the template says. */
export async function drawUp(
  config: BridgeConfig,
  options: PostureBridgeOptions | ((stack: Stack) => PostureBridgeOptions) = {},
): Promise<Synthesized> {
  const folder = await mkdtemp(join(tmpdir(), 'posture-bridge-stack-'));
  const folders = Object.fromEntries(
    await Promise.all(
      functionsFor(config).map(async (name) => {
        const empty = join(folder, 'functions', name);
        await mkdir(empty, { recursive: true });
        await writeFile(join(empty, 'index.mjs'), `export const handler = () => '${name}';`);
        return [name, empty] as const;
      }),
    ),
  );
  const app = createApp({ outdir: folder, checked: false });
  const given = typeof options === 'object' ? options : {};
  const props = { stackName: given.name ?? 'posture-bridge', config, folders: folders as FunctionFolders };
  if (typeof options === 'object') new BridgeStack(app, 'Bridge', { ...props, options });
  else {
    const stack = new Stack(app, 'Bridge');
    addOutputs(new PostureBridge(stack, 'Bridge', { ...props, ...options(stack) }));
  }
  return readAssembly(folder, app.synth());
}

async function readAssembly(folder: string, { stacks: [stack] }: CloudAssembly): Promise<Synthesized> {
  if (!stack) throw new Error('the app has no stack');
  const text = await readFile(stack.templateFullPath, 'utf8');
  const template = JSON.parse(text) as Template;
  return {
    folder,
    text,
    template,
    all: (type) =>
      Object.entries(template.Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([name, resource]) => [name, { ...resource, Properties: resource.Properties ?? {} }]),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const OF_THE_STACK = '{"Fn::Select":[2,{"Fn::Split":["/",{"Ref":"AWS::StackId"}]}]}';

/** What a value says, with `<Name>` and `<Name.Attribute>` for what is known only once it is deployed. */
export function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[intrinsic, argument] = []] = Object.entries(value);
  if (intrinsic === 'Ref') return `<${argument}>`;
  if (intrinsic === 'Fn::GetAtt') return `<${(argument as string[]).join('.')}>`;
  if (intrinsic === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(written).join(separator);
  }
  // The last part of the stack's id.
  if (JSON.stringify(value) === OF_THE_STACK) return '<secret>';
  throw new Error(`not known here: ${JSON.stringify(value)}`);
}

export const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
