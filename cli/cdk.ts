/**
 * Runs CDK's command line for `npm run synth`, `diff` and `deploy`, with `--config FILE` as every other command has it. CDK
 * itself ignores that flag, and would deploy bridge.config.ts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { linesOf, print } from '../lib/platform/terminal.ts';
import { cdkArguments } from './cdk-arguments.ts';
import { run } from './command.ts';

const USAGE = `npm run synth, npm run diff, npm run deploy -- [flags]
  --config FILE  another configuration than bridge.config.ts
  --name NAME    of this bridge among several in one account; posture-bridge unless given
  --table NAME   a table that this bridge goes on with, as after a restore
All other flags are CDK's own: npx cdk deploy --help lists them.`;

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  if (asked.includes('--help') || asked.includes('-h')) return print(...linesOf(USAGE));
  const program = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const cdk = spawn(process.execPath, [program, ...cdkArguments(asked)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both: CDK says when it has ended.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => cdk.kill(signal));
  const [code, signal] = (await once(cdk, 'close')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
}

run(USAGE, main);
