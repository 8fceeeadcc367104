/**
 * Runs CDK's command line for `posture-bridge synth`, `diff`, `deploy` and `destroy`, with `--config FILE` like every other
 * command. CDK itself ignores that flag, and would deploy bridge.config.ts.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { explainAws } from '../aws/explain-aws.ts';
import { openBridge } from '../aws/open-bridge.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { runOther } from '../frame/run-other.ts';
import { runCdk } from './run-cdk.ts';

const USAGE = `posture-bridge synth, diff, deploy, destroy [flags]
  --config FILE  another configuration than bridge.config.ts
  --name NAME    of this bridge among several in one account; posture-bridge unless given
  --table NAME   a table that this bridge goes on with, as after a restore
  --anyway       deploys although posture-bridge doctor --before says that something is wrong
All other flags are CDK's own: npx cdk deploy --help lists them.`;

/** In the package, the app of CDK is built; in a clone, cdk.json names it. */
const APP = fileURLToPath(new URL('../cdk/app.mjs', import.meta.url));
// CDK takes outer quotation marks away.
const appFlags = existsSync(APP) ? ['--app', `node "${APP}"`, ...quietFlags()] : [];

/** What cdk.json of a clone says: nothing is sent to anybody but AWS. */
function quietFlags(): string[] {
  return ['--no-notices', '--no-version-reporting', '--no-path-metadata', '--no-asset-metadata'];
}

async function main(): Promise<number> {
  const asked = process.argv.slice(2);
  if (asked.includes('--help') || asked.includes('-h')) {
    print(...linesOf(USAGE));
    return 0;
  }
  return runCdk(asked, {
    doctor: (args) => runOther(['cli/bridge.mjs'], ['doctor', ...args]),
    cdk: ([command = '', ...args]) => runOther([findCdk()], [command, ...appFlags, ...args]),
    async stackOf({ name, profile, region }) {
      const bridge = await openBridge({ name, profile, region }, process.env, 'account');
      return { read: bridge.stack, protect: bridge.protect };
    },
    say: printAside,
  });
}

/** CDK's command line, of the folder where the command runs or of the clone. */
function findCdk(): string {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      const require = createRequire(from);
      // The app needs the library, and says so less clearly.
      require.resolve('aws-cdk-lib/package.json');
      return require.resolve('aws-cdk/bin/cdk');
    } catch {
      // Not installed there.
    }
  }
  throw new CommandError(
    'This needs the AWS CDK, which is not installed here. Run this once, and try again:\n  npm install --save-dev aws-cdk@2 aws-cdk-lib@2 constructs@10',
  );
}

process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof UsageError) {
    printAside(...linesOf(error.message), '', ...linesOf(USAGE));
    return 2;
  }
  const said = explainAws(error);
  if (!(said instanceof CommandError)) throw error;
  printAside(...linesOf(said.message));
  return 1;
});
