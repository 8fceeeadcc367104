import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BridgeConfig, checkBridge } from '../../lib/config/define-bridge.ts';
import { ConfigError } from '../../lib/config/schema/problem.ts';
import { StartError } from './start-error.ts';

/** The configuration in a file: a module with a default export, or JSON. */
export async function loadConfig(file: string): Promise<BridgeConfig> {
  if (!existsSync(file)) throw new StartError(`There is no configuration ${file}.`);
  if (!/\.([cm]?[jt]s|json)$/.test(file)) {
    throw new StartError(`${file} is not a configuration: a .ts or .json file is needed.`);
  }
  const written = file.endsWith('.json') ? readJson(file) : await importDefault(file);
  // A module may export what it has not checked, and a checked configuration passes again.
  const checked = checkBridge(written);
  if (!checked.ok) throw new ConfigError(checked.problems);
  return checked.config;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Only the place: the message may quote a piece of the file, and so a secret that should not be there.
    const [place = ''] = / at position \d+/.exec((error as Error).message) ?? [];
    throw new StartError(`${file} is not valid JSON${place}.`);
  }
}

async function importDefault(file: string): Promise<unknown> {
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw isConfigError(error) ? new ConfigError(error.problems) : unreadable(file, error);
  });
  // Outside of a package of modules, the default export comes wrapped once more.
  const exported = module.default?.__esModule ? module.default.default : module.default;
  if (exported === undefined) {
    throw new StartError(`${file} exports nothing: it must say export default defineBridge({ ... }).`);
  }
  return exported;
}

/** By its code: loaded from elsewhere, the class is another one. */
const isConfigError = (error: unknown): error is ConfigError =>
  error instanceof Error && 'code' in error && error.code === 'invalid_config';

function unreadable(file: string, error: unknown): StartError {
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(`${file} could not be read: ${message.trim().split('\n').join(' ')}`);
}
