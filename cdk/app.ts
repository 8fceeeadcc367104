/** What the CDK command line runs. `-c config=FILE` takes another configuration than bridge.config.ts. */
import { ConfigFileError } from '../lib/config/file/config-file-error.ts';
import { describeWarnings, loadConfig, wrongIn } from '../lib/config/file/load-config.ts';
import { loopbackAddresses } from './loopback-addresses.ts';
import { addBridge, createApp } from './synth-bridge.ts';

const app = createApp();
const path: string = app.node.tryGetContext('config') ?? 'bridge.config.ts';

try {
  const { config, warnings } = await loadConfig(path, { now: Date.now });
  process.stderr.write(describeWarnings(path, warnings));
  const unreachable = app.node.tryGetContext('home') === 'aws' ? loopbackAddresses(config) : [];
  if (unreachable.length > 0) {
    throw wrongIn(
      path,
      unreachable.map((where) => ({
        path: where,
        message: 'is an address on this machine, which AWS cannot reach',
      })),
    );
  }
  await addBridge(app, { config });
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigFileError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
