/**
 * Runs CDK's command line for `npm run synth`, `diff` and `deploy`, with `--config FILE` like every other command. CDK
 * itself ignores that flag, and would deploy bridge.config.ts.
 */
import { createRequire } from 'node:module';
import { linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { UsageError } from '../frame/errors.ts';
import { runOther } from '../frame/run-other.ts';
import { runCdk } from './run-cdk.ts';

const USAGE = `npm run synth, npm run diff, npm run deploy -- [flags]
  --config FILE  another configuration than bridge.config.ts
  --name NAME    of this bridge among several in one account; posture-bridge unless given
  --table NAME   a table that this bridge goes on with, as after a restore
  --anyway       deploys although posture-bridge doctor --before says that something is wrong
All other flags are CDK's own: npx cdk deploy --help lists them.`;

async function main(): Promise<number> {
  const asked = process.argv.slice(2);
  if (asked.includes('--help') || asked.includes('-h')) {
    print(...linesOf(USAGE));
    return 0;
  }
  return runCdk(asked, {
    doctor: (args) => runOther(['cli/bridge.mjs'], ['doctor', ...args]),
    cdk: (args) => runOther([createRequire(import.meta.url).resolve('aws-cdk/bin/cdk')], args),
    say: printAside,
  });
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof UsageError)) throw error;
  printAside(error.message, '', ...linesOf(USAGE));
  return 2;
});
