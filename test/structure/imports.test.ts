import { existsSync, readFileSync } from 'node:fs';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it } from 'vitest';

const rules = JSON.parse(readFileSync('.dependency-cruiser.json', 'utf8')) as {
  forbidden: NonNullable<ICruiseOptions['ruleSet']>['forbidden'];
  options: ICruiseOptions & { enhancedResolveOptions: object };
};

async function violations(folders: string[], baseDir = process.cwd()): Promise<string[]> {
  const { enhancedResolveOptions, ...options } = rules.options;
  const result = await cruise(
    folders,
    { ...options, baseDir, ruleSet: { forbidden: rules.forbidden ?? [] }, validate: true },
    enhancedResolveOptions,
    { tsConfig: extractTSConfig('tsconfig.json') },
  );
  const { summary } = result.output as ICruiseResult;
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

const FOLDERS = ['bridge.config.ts', 'cdk', 'cli', 'functions', 'lib', 'local', 'test'];

describe('who may import whom', () => {
  it('is as the design says, in every folder', async () => {
    expect(await violations(FOLDERS.filter((folder) => existsSync(folder)))).toEqual([]);
  });

  it('notices each forbidden import', async () => {
    const found = await violations(['.'], 'test/fixtures/imports');
    expect(found.toSorted()).toEqual([
      'cdk-imports-config-only: cdk/stack.ts -> lib/ledger/ledger.ts',
      'cli-imports-lib-only: cli/main.ts -> local/posture-api/server.ts',
      'console-client-imports-the-wire-only: local/console/client/main.ts -> local/console/app.ts',
      'console-reads-lib: local/console/app.ts -> lib/slack/render.ts',
      'edges-import-posture-config-platform: lib/slack/render.ts -> lib/ledger/ledger.ts',
      'edges-import-posture-config-platform: lib/slack/render.ts -> lib/teams/render.ts',
      'functions-import-lib-only: functions/poll.ts -> local/posture-api/server.ts',
      'lib-imports-lib-only: lib/feed/feed.ts -> functions/poll.ts',
      'lib-imports-lib-only: lib/feed/feed.ts -> local/posture-api/server.ts',
      'local-imports-cdk-and-config-only: local/posture-api/server.ts -> lib/posture/client.ts',
      'nothing-imports-functions: lib/feed/feed.ts -> functions/poll.ts',
      'platform-is-the-cellar: lib/platform/clock.ts -> lib/posture/client.ts',
      'posture-is-the-ground-floor: lib/posture/client.ts -> lib/ledger/ledger.ts',
      'stand-ins-know-the-kit-only: local/slack/server.ts -> local/posture-api/server.ts',
      'stand-ins-share-nothing: local/posture-api/server.ts -> lib/posture/client.ts',
      'the-kit-knows-no-stand-in: local/stand-in-kit/serve.ts -> local/posture-api/server.ts',
    ]);
  });
});
