/**
 * `npm run moto`: deploys the stack of several configurations on moto, an emulator of AWS that others wrote, and goes the
 * way of a case with the bundles of one of them. It needs Python with moto 5; without it, it says so and ends well.
 */
import '../support/aws/quiet-sdk.ts';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import example from '../../bridge.config.ts';
import { synthBridge } from '../../cdk/synth-bridge.ts';
import { createQueryApi, elementIn, outputsIn } from '../../cli/aws/query-api.ts';
import { systemClock } from '../../lib/base/clock.ts';
import { commandFlags } from '../../lib/base/command-flags.ts';
import { type BridgeConfig, defineBridge } from '../../lib/config/define-bridge.ts';
import { everything } from '../stack/synthesized.ts';
import { adaptForMoto, type CfnTemplate } from './adapt-template.ts';
import { type Deployed, goTheWholeWay, openAround } from './whole-way.ts';

commandFlags(
  'npm run moto: deploys the stack of several configurations on moto, and runs the bundles of one. It has no flags.',
  {},
);

const REGION = 'eu-west-1';
const CREDENTIALS = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };
const domain = {
  baseUrl: 'https://posture.example.com/api/v1/external',
  apiKey: '/posture-bridge/acme/api-key',
};
const slack = {
  signingSecret: '/posture-bridge/slack/signing-secret',
  botToken: '/posture-bridge/slack/bot-token',
};

const version = spawnSync('python3', ['-c', 'import moto, moto.server; print(moto.__version__)'], {
  encoding: 'utf8',
});
if (version.status !== 0) {
  console.log('moto is not installed here, so nothing was tried: pip install "moto[all,server]" brings it.');
  process.exit(0);
}
const around = await openAround();
const WHOLE_WAY = 'whole way';

const CONFIGS: Readonly<Record<string, BridgeConfig>> = {
  default: example,
  'Slack only': defineBridge({
    domains: { acme: domain },
    slack,
    destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
    routes: [{ name: 'everything', to: ['soc'] }],
    verdicts: { allow: 'anyone-in-channel' },
  }),
  minimal: defineBridge({
    domains: { acme: domain },
    destinations: {
      lake: { type: 'sqs', queueUrl: `https://sqs.${REGION}.amazonaws.com/123456789012/lake` },
    },
    routes: [{ name: 'everything', to: ['lake'] }],
  }),
  full: everything,
  [WHOLE_WAY]: defineBridge({
    domains: { acme: { ...domain, baseUrl: around.api.url } },
    poll: { start: 'all' },
    slack: { ...slack, apiUrl: around.slack.url, teamId: around.slack.teamId },
    destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
    routes: [{ name: 'everything', to: ['soc'] }],
    verdicts: { allow: 'anyone-in-channel', undoSeconds: 1 },
  }),
};

console.log(`moto ${version.stdout.trim()}`);
const scratch = mkdtempSync(join(tmpdir(), 'posture-bridge-moto-'));
const port = await freePort();
const endpoint = `http://127.0.0.1:${port}`;
const server = spawn(
  'python3',
  ['-c', `from moto.server import main; main(['-H', '127.0.0.1', '-p', '${port}'])`],
  {
    stdio: 'ignore',
  },
);
const AWS = {
  AWS_REGION: REGION,
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  AWS_SESSION_TOKEN: 'token',
};
const call = createQueryApi({
  region: REGION,
  credentials: CREDENTIALS,
  endpoint,
  clock: systemClock,
  random: Math.random,
  timeoutMs: 60_000,
});
let failed = 0;
try {
  await untilUp();
  for (const [name, config] of Object.entries(CONFIGS)) {
    const said = await deploy(name, config).catch(
      (error: Error) => `failed: ${error.message.slice(0, 3_000)}`,
    );
    if (!said.startsWith('CREATE_COMPLETE')) failed++;
    console.log(`${name}: ${said}`);
  }
} finally {
  server.kill();
  await around.close();
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(failed === 0 ? 0 : 1);

async function deploy(name: string, config: BridgeConfig): Promise<string> {
  const outdir = join(scratch, name.replaceAll(' ', '-'));
  const stackName = `bridge-${name.toLowerCase().replaceAll(' ', '-')}`;
  const assembly = await synthBridge({ config, outdir, options: { name: stackName } });
  const [stack] = assembly.stacks;
  const template = JSON.parse(readFileSync(stack?.templateFullPath ?? '', 'utf8')) as CfnTemplate;
  const { template: adapted, changes } = adaptForMoto(withoutBootstrap(template));
  for (const change of changes) console.log(`  ${change}`);
  await call('cloudformation', 'CreateStack', {
    StackName: stackName,
    TemplateBody: JSON.stringify(withCode(adapted)),
    'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
  });
  const xml = await call('cloudformation', 'DescribeStacks', { StackName: stackName });
  if (name === WHOLE_WAY) {
    const functions = await functionsOf(stackName, template, outdir);
    console.log(`  ${await goTheWholeWay(around, config, functions, AWS)}`);
  }
  return `${elementIn(xml, 'StackStatus')}, ${Object.keys(adapted.Resources).length} resources, ${Object.keys(outputsIn(xml)).length} outputs`;
}

/** The functions of a stack, with their variables as moto resolved them. */
async function functionsOf(
  stackName: string,
  { Resources }: CfnTemplate,
  outdir: string,
): Promise<Deployed[]> {
  const scope = `Credential=${CREDENTIALS.accessKeyId}/20260101/${REGION}/lambda/aws4_request`;
  const answer = await fetch(`${endpoint}/2015-03-31/functions/?MaxItems=50`, {
    headers: { authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=0` },
  });
  const { Functions } = (await answer.json()) as {
    Functions: { FunctionName: string; Environment?: { Variables?: Record<string, string> } }[];
  };
  return Object.entries(Resources).flatMap(([logicalId, { Type, Properties }]) => {
    if (Type !== 'AWS::Lambda::Function' || !Properties) return [];
    const found = Functions.find(
      ({ FunctionName: one }) => one.startsWith(stackName) && one.includes(logicalId),
    );
    if (!found) throw new Error(`moto has no function for ${logicalId}`);
    const { S3Key } = Properties.Code as { S3Key: string };
    const bundleDir = join(outdir, `asset.${S3Key.replace(/\.zip$/, '')}`);
    return [{ logicalId, name: found.FunctionName, bundleDir, env: found.Environment?.Variables ?? {} }];
  });
}

/** The version of CDK's own stack, which is not there. */
function withoutBootstrap({ Parameters: _, Rules: __, ...template }: CfnTemplate): CfnTemplate {
  return template;
}

/** Code in the template itself: moto has no bucket of CDK's, and runs no functions. */
function withCode({ Resources, ...rest }: CfnTemplate): CfnTemplate {
  const Code = { ZipFile: 'exports.handler = async () => {};' };
  const resources = Object.entries(Resources).map(([id, one]) => [
    id,
    one.Type === 'AWS::Lambda::Function' ? { ...one, Properties: { ...one.Properties, Code } } : one,
  ]);
  return { ...rest, Resources: Object.fromEntries(resources) };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilUp(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answered = await fetch(`${endpoint}/moto-api/`).catch(() => null);
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('moto did not start');
}
