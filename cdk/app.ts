/**
 * The entry point for the CDK command line. `-c config=FILE` uses another configuration than bridge.config.ts, `-c
 * name=NAME` names this bridge among several in one account, and `-c table=NAME` reuses an existing table. The npm
 * scripts have `--config`, `--name` and `--table` for these.
 */
import { readFileSync } from 'node:fs';
import { linesOf, printAside } from '../lib/base/terminal.ts';
import { ConfigFileError } from '../lib/config/file/config-file-error.ts';
import { describeWarnings, loadConfig } from '../lib/config/file/load-config.ts';
import { wrongIn } from '../lib/config/file/read-written.ts';
import { ConfigError } from '../lib/config/schema/config-problem.ts';
import { checkContext, type Setting } from './check-context.ts';
import { loopbackAddresses } from './loopback-addresses.ts';
import { SettingError } from './setting-error.ts';
import { checkTemplateSize } from './stack-limits.ts';
import { addBridge, createApp } from './synth-bridge.ts';

const app = createApp();
const setting = (key: Setting): string | undefined => app.node.tryGetContext(key)?.toString();
const path = setting('config') ?? 'bridge.config.ts';

try {
  checkContext(Object.keys(app.node.getAllContext()));
  const { config, warnings } = await loadConfig(path, { now: Date.now });
  const advice = describeWarnings(path, warnings);
  if (advice) printAside(...linesOf(advice));
  const unreachable = setting('home') === 'aws' ? loopbackAddresses(config) : [];
  if (unreachable.length > 0) {
    throw wrongIn(
      path,
      unreachable.map((where) => ({
        path: where,
        message: 'is an address on this machine, which AWS cannot reach',
      })),
    );
  }
  const [name, table] = [setting('name'), setting('table')];
  const options = { ...(name !== undefined && { name }), ...(table !== undefined && { table }) };
  // A stack whose first creation fails has to be deleted before the next try, which a protected one refuses.
  const terminationProtection = setting('protect') !== 'later';
  await addBridge(app, { config, options, terminationProtection });
  const [stack] = app.synth().stacks;
  if (stack) checkTemplateSize(readFileSync(stack.templateFullPath, 'utf8'), config);
} catch (error) {
  // Only here is it known what does not fit into a stack.
  const said = error instanceof ConfigError ? wrongIn(path, error.problems) : error;
  if (!(said instanceof ConfigFileError || said instanceof SettingError)) throw error;
  printAside(...linesOf(said.message));
  // Immediately: CDK would still synthesize the incomplete stack, and report the same in its own words.
  process.exit(1);
}
