import { canBeDecided } from '../lib/config/authority.ts';
import { postedTo } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { endpointsIn } from '../lib/config/endpoints.ts';
import { type FunctionName, QUEUES } from '../lib/config/function-env.ts';

/** Every function of the bridge, by its file in `functions/`. */
export const FUNCTIONS: readonly FunctionName[] = [
  'poll',
  ...QUEUES.map((queue) => `notify-${queue}` as const),
  'action',
  'verdict',
  'reconcile',
  'archive',
];

/** The folder of each function. There is nothing for a function that the configuration does not need. */
export type FunctionFolders = Readonly<Record<FunctionName, string>>;

/** The other functions would not even start with this configuration. */
export const functionsFor = (config: BridgeConfig): readonly FunctionName[] => [
  'poll',
  ...postedTo(config).map((chat) => `notify-${chat}` as const),
  ...(endpointsIn(config.destinations).length > 0 ? (['notify-webhook'] as const) : []),
  ...(canBeDecided(config) ? (['action', 'verdict'] as const) : []),
  'reconcile',
  ...(config.archive ? (['archive'] as const) : []),
];

export const CODE_FILE = 'index.mjs';
/** Imported by every function from beside it, so that the code is the same for every configuration. */
export const CONFIG_FILE = 'bridge.config.mjs';

/** CDK uploads files as they are, and Lambda reads them as another user: whatever the umask here is, that user may. */
export const READABLE = 0o644;

export const configModule = (config: BridgeConfig): string =>
  `export default ${JSON.stringify(config, null, 2)};\n`;
