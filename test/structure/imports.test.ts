import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../support/extent.ts';

const rules = JSON.parse(readFileSync('.dependency-cruiser.json', 'utf8')) as {
  forbidden: NonNullable<ICruiseOptions['ruleSet']>['forbidden'];
  options: ICruiseOptions & { enhancedResolveOptions: object };
};

async function readImports(folders: string[], baseDir = process.cwd()): Promise<ICruiseResult> {
  const { enhancedResolveOptions, ...options } = rules.options;
  const { output } = await cruise(
    folders,
    {
      ...options,
      baseDir,
      ruleSet: { forbidden: rules.forbidden ?? [] },
      validate: true,
      // What no file changed is not read again.
      cache: {
        folder: resolve('node_modules/.cache/imports', baseDir === process.cwd() ? 'ours' : 'fixtures'),
        strategy: 'content',
      },
    },
    enhancedResolveOptions,
    { tsConfig: extractTSConfig('tsconfig.json') },
  );
  return output as ICruiseResult;
}

const violationsIn = ({ summary }: ICruiseResult): string[] =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);

type Folders = ReadonlyMap<string, ReadonlySet<string>>;

/** Which folder of `lib` imports which. */
function foldersOf({ modules }: ICruiseResult, folderOf: (path: string) => string = dirname): Folders {
  const folders = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules.filter((module) => module.source.startsWith('lib/'))) {
    const from = folderOf(source);
    const to = dependencies
      .map(({ resolved }) => folderOf(resolved))
      .filter((path) => path.startsWith('lib'));
    folders.set(from, new Set([...(folders.get(from) ?? []), ...to.filter((path) => path !== from)]));
  }
  return folders;
}

/** Folders that lead back to themselves, however long the way. */
function circlesIn(folders: Folders): string[] {
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of folders.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  return [...folders.keys()].filter((folder) => reached(folder).has(folder)).toSorted();
}

/** `lib/chats/slack/render.ts` is in the room `lib/chats`. */
const roomOf = (path: string): string => path.split('/').slice(0, 2).join('/');

const floorOf = (room: string, rooms: Folders): number =>
  1 + Math.max(0, ...[...(rooms.get(room) ?? [])].map((below) => floorOf(below, rooms)));

const OURS = ['bridge.config.ts', 'cdk', 'cli', 'console', 'functions', 'lib', 'local'];
const FOLDERS = IS_FULL ? [...OURS, 'test'] : OURS;

describe('who may import whom', async () => {
  const project = await readImports(FOLDERS.filter((folder) => existsSync(folder)));
  const forbidden = await readImports(['.'], 'test/fixtures/imports');

  it('is as the design says, in every folder', () => {
    expect(violationsIn(project)).toEqual([]);
  });

  it('has no folder of lib that imports in a circle', () => {
    const folders = foldersOf(project);
    expect(folders.size).toBeGreaterThan(10);
    expect(circlesIn(folders)).toEqual([]);
  });

  it('has a lib of eight floors, and no more arrows between its rooms than there were', () => {
    const rooms = foldersOf(project, roomOf);
    expect(circlesIn(rooms)).toEqual([]);
    expect(Math.max(...[...rooms.keys()].map((room) => floorOf(room, rooms)))).toBeLessThanOrEqual(8);
    // Before one more is added: a type may belong to the room below, or what is imported may be handed in.
    expect([...rooms.values()].flatMap((to) => [...to]).length).toBeLessThanOrEqual(82);
  });

  it('notices a circle of folders', () => {
    expect(circlesIn(foldersOf(forbidden))).toEqual(['lib/chats/document', 'lib/chats/slack']);
  });

  it('notices each forbidden import', () => {
    expect(violationsIn(forbidden).toSorted()).toEqual([
      'base-is-the-cellar: lib/base/clock.ts -> lib/posture/client.ts',
      'cdk-imports-config-only: cdk/stack.ts -> lib/dynamo/ledger.ts',
      'chats-import-no-ledger: lib/chats/slack/render.ts -> lib/chats/teams/render.ts',
      'chats-import-no-ledger: lib/chats/slack/render.ts -> lib/dynamo/ledger.ts',
      'cli-imports-lib-only: cli/main.ts -> local/posture-api/server.ts',
      'compose-is-the-roof: lib/feed/feed.ts -> lib/compose/poll.ts',
      'compositions-take-facets: lib/compose/poll.ts -> lib/features/mutes/poll.ts',
      'console-client-imports-the-wire-only: console/client/main.ts -> console/app.ts',
      'console-knows-no-home: console/app.ts -> local/slack/server.ts',
      'console-reads-lib: console/app.ts -> lib/chats/slack/render.ts',
      'features-are-rooms: lib/features/mutes/poll.ts -> lib/features/personas/notify.ts',
      'functions-import-lib-only: functions/poll.ts -> local/posture-api/server.ts',
      'lib-imports-lib-only: lib/feed/feed.ts -> functions/poll.ts',
      'lib-imports-lib-only: lib/feed/feed.ts -> local/posture-api/server.ts',
      'local-imports-cdk-and-config-only: local/posture-api/server.ts -> lib/posture/client.ts',
      'neutral-code-knows-no-chat: lib/feed/feed.ts -> lib/chats/slack/render.ts',
      'nothing-imports-functions: lib/feed/feed.ts -> functions/poll.ts',
      'only-functions-choose-adapters: lib/chats/slack/render.ts -> lib/dynamo/ledger.ts',
      'only-functions-choose-adapters: lib/posture/client.ts -> lib/dynamo/ledger.ts',
      'only-what-speaks-knows-the-words-of-chats: lib/feed/feed.ts -> lib/chats/slack/render.ts',
      'posture-is-the-ground-floor: lib/posture/client.ts -> lib/dynamo/ledger.ts',
      'shared-texts-know-no-chat: lib/chats/document/text.ts -> lib/chats/slack/render.ts',
      'stand-ins-know-the-kit-only: local/slack/server.ts -> local/posture-api/server.ts',
      'stand-ins-share-nothing: local/posture-api/server.ts -> lib/posture/client.ts',
      'the-core-knows-no-feature: lib/feed/feed.ts -> lib/features/mutes/poll.ts',
      'the-kit-knows-no-stand-in: local/stand-in-kit/serve.ts -> local/posture-api/server.ts',
    ]);
  });
});
