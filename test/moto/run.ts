/**
 * `npm run moto`: deploys the stack of several configurations on moto, an emulator of AWS that others
 * wrote. It needs Python with moto 5 and its server; without it, it says so and ends well.
 */
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

commandFlags('npm run moto: deploys the stack of several configurations on moto. It has no flags.', {});

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
};

const version = spawnSync('python3', ['-c', 'import moto, moto.server; print(moto.__version__)'], {
  encoding: 'utf8',
});
if (version.status !== 0) {
  console.log('moto is not installed here, so nothing was tried: pip install "moto[all,server]" brings it.');
  process.exit(0);
}
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
    const said = await deploy(name, config).catch((error: Error) => `failed: ${error.message.slice(0, 500)}`);
    if (!said.startsWith('CREATE_COMPLETE')) failed++;
    console.log(`${name}: ${said}`);
  }
} finally {
  server.kill();
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
  return `${elementIn(xml, 'StackStatus')}, ${Object.keys(adapted.Resources).length} resources, ${Object.keys(outputsIn(xml)).length} outputs`;
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
