import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import {
  CODE_FILE,
  CONFIG_FILE,
  configModule,
  FUNCTIONS,
  type FunctionFolders,
  functionsFor,
  READABLE,
} from './function-folders.ts';
import { SettingError } from './setting-error.ts';

/** Next to this file in the package. */
const PREBUILT = fileURLToPath(new URL('../functions/', import.meta.url));

/** Puts the package's functions into `folder`, with this configuration. Bundles nothing. */
export function placePrebuilt(config: BridgeConfig, folder: string): FunctionFolders {
  for (const name of functionsFor(config)) {
    const code = join(PREBUILT, `${name}.mjs`);
    if (!existsSync(code)) {
      throw new SettingError(
        `The function ${name} is not built. In a clone of posture-bridge, hand in \`folders\` from \`bundleFunctions\`; ` +
          'where the package is installed, install it again.',
      );
    }
    mkdirSync(join(folder, name), { recursive: true });
    copyFileSync(code, join(folder, name, CODE_FILE));
    writeFileSync(join(folder, name, CONFIG_FILE), configModule(config));
    for (const file of [CODE_FILE, CONFIG_FILE]) chmodSync(join(folder, name, file), READABLE);
  }
  return Object.fromEntries(FUNCTIONS.map((name) => [name, join(folder, name)])) as FunctionFolders;
}
