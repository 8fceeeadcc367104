/** What the CDK command line runs. `-c config=FILE` takes another configuration than bridge.config.ts. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { ConfigError } from '../lib/config/schema/problem.ts';
import { loopbackAddresses } from './loopback-addresses.ts';
import { addBridge, createApp } from './synth-bridge.ts';

const app = createApp();
const path: string = app.node.tryGetContext('config') ?? 'bridge.config.ts';

try {
  if (!existsSync(path)) throw new ConfigError([{ path: '', message: 'there is no such file' }]);
  const { default: config } = (await import(pathToFileURL(resolve(path)).href)) as { default: BridgeConfig };
  const unreachable = app.node.tryGetContext('home') === 'aws' ? loopbackAddresses(config) : [];
  if (unreachable.length > 0) {
    throw new ConfigError(
      unreachable.map((where) => ({
        path: where,
        message: 'is an address on this machine, which AWS cannot reach',
      })),
    );
  }
  await addBridge(app, { config });
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`${path}: ${error.message}`);
  process.exitCode = 1;
}
