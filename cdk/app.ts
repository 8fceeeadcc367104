/**
 * What the CDK command line runs. `-c config=FILE` takes another configuration than bridge.config.ts, and `-c name=NAME`
 * is the name of this bridge among several in one account, and `-c table=NAME` a table that it goes on with.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { ConfigError } from '../lib/config/schema/problem.ts';
import { loopbackAddresses } from './loopback-addresses.ts';
import { SettingError } from './setting-error.ts';
import { checkTemplateSize } from './stack-limits.ts';
import { addBridge, createApp } from './synth-bridge.ts';

const app = createApp();
const setting = (key: string): string | undefined => app.node.tryGetContext(key)?.toString();
const path = setting('config') ?? 'bridge.config.ts';

try {
  if (!existsSync(path)) throw new ConfigError([{ path: '', message: 'there is no such file' }]);
  const { default: config } = (await import(pathToFileURL(resolve(path)).href)) as { default: BridgeConfig };
  const unreachable = setting('home') === 'aws' ? loopbackAddresses(config) : [];
  if (unreachable.length > 0) {
    throw new ConfigError(
      unreachable.map((where) => ({
        path: where,
        message: 'is an address on this machine, which AWS cannot reach',
      })),
    );
  }
  const [name, table] = [setting('name'), setting('table')];
  const options = { ...(name !== undefined && { name }), ...(table !== undefined && { table }) };
  await addBridge(app, { config, options });
  const [stack] = app.synth().stacks;
  if (stack) checkTemplateSize(readFileSync(stack.templateFullPath, 'utf8'), config);
} catch (error) {
  if (error instanceof ConfigError) console.error(`${path}: ${error.message}`);
  else if (error instanceof SettingError) console.error(error.message);
  else throw error;
  // At once: CDK would still synthesize what there is of the stack, and say the same in its own words.
  process.exit(1);
}
