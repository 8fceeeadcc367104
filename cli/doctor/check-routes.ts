import { existsSync } from 'node:fs';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { expectationsBeside, readExpectations } from '../routes/read-expectations.ts';
import { testRoutes } from '../routes/test-routes.ts';
import { type Check, type Finding, well, wrong } from './check.ts';

const ABOUT = 'routes';

/** The expectations next to the configuration, if there are any. */
export async function routeFindings(config: BridgeConfig, configFile: string): Promise<readonly Finding[]> {
  const file = expectationsBeside(configFile);
  if (!existsSync(file)) return [];
  // A file with mistakes contains no reliable expectations.
  const read = await readExpectations(file, config).catch((error: Error) => error);
  if (read instanceof Error)
    return [wrong(ABOUT, `${read.message.split('\n').join('; ')}. routes test says more`)];
  const failed = testRoutes(config, read).filter(({ holds }) => !holds);
  return failed.length === 0
    ? [well(ABOUT, `all ${read.length} expectations of ${file} hold`)]
    : failed.map(({ name, differences }) =>
        wrong(ABOUT, `${name}: ${differences.join('; ')}. routes test says why`),
      );
}

export const checkRoutes: Check = {
  about: ABOUT,
  when: 'before',
  look: ({ config, configFile }) => routeFindings(config, configFile),
};
