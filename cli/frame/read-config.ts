import { systemClock } from '../../lib/base/clock.ts';
import { linesOf, printAside } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { describeWarnings, loadConfig } from '../../lib/config/file/load-config.ts';

/** The configuration. Prints its warnings to stderr. */
export async function readConfig(path: string): Promise<BridgeConfig> {
  const { config, warnings } = await loadConfig(path, systemClock);
  const said = describeWarnings(path, warnings);
  if (said) printAside(...linesOf(said));
  return config;
}
