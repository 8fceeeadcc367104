import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { asWritten } from '../support/as-written.ts';
import { decide } from '../support/bridge/analyst.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ANNA } from '../support/bridge/people.ts';
import { recorded } from '../support/bridge/platform-view.ts';
import { messageSaying, postCase } from '../support/bridge/posted-case.ts';
import { packProject } from '../support/pack-project.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const COMPILER = join(
  dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')),
  'bin',
  'tsc',
);

/** As in docs/api.md; the configuration comes from a file, so that it can name the servers of this test. */
const APP = `
import { readFileSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { addOutputs, defineBridge, PostureBridge } from 'posture-bridge/cdk';

const [, , configFile = '', outdir = ''] = process.argv;
const app = new App({ outdir });
const stack = new Stack(app, 'Security');
const config = defineBridge(JSON.parse(readFileSync(configFile, 'utf8')));
addOutputs(new PostureBridge(stack, 'Bridge', { config, name: 'security' }));
app.synth();
`;
const COMMON_JS = APP.replaceAll(/^import (.*) from (.*);$/gm, 'const $1 = require($2);');
const CHECKED = { strict: true, checkJs: true, noEmit: true, module: 'nodenext', types: ['node'] };
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];

describe('the package in an empty CDK app', () => {
  let folder: string;
  let contents: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posture-bridge-app-'));
    const packed = await packProject(folder);
    contents = packed.contents;
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'mine', private: true }));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: CHECKED, files: ['app.mjs'] }),
    );
    await writeFile(join(folder, 'app.mjs'), APP);
    await writeFile(join(folder, 'app.cjs'), COMMON_JS);
    await run('npm', [...INSTALL, packed.file, 'aws-cdk-lib@2', 'constructs@10', '@types/node@20'], {
      cwd: folder,
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const synth = async (app: string, config: object, outdir: string) => {
    const file = join(folder, 'bridge.json');
    await writeFile(file, JSON.stringify(asWritten(config as BridgeConfig)));
    await run(process.execPath, [join(folder, app), file, outdir], { cwd: folder });
  };

  it('has what it is made of and nothing else: no test, no source, no map, no secret, no path of a machine', async () => {
    const kept =
      /^(dist\/(cdk|config)\/index\.mjs|dist\/cdk\/app\.mjs|dist\/cli\/(cdk|posture-bridge)\.mjs|docs\/[\w/.-]+\.(md|json)|dist\/console\/console\.(js|css)|dist\/functions\/[\w-]+\.mjs|dist\/types\/(cdk|lib)\/.*\.d\.ts)$/;
    const others = contents.filter((path) => !kept.test(path));
    expect(others.toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'cli/bridge.mjs',
      'package.json',
    ]);
    const installed = join(folder, 'node_modules', 'posture-bridge');
    for (const path of contents) {
      const text = await readFile(join(installed, path), 'utf8');
      expect(text, path).not.toMatch(
        /sourceMappingURL|xox[abp]-\d|-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}/,
      );
      expect(text.includes(ROOT), path).toBe(false);
    }
  });

  it('brings no bundler and no CDK along: the app has its own', async () => {
    expect(existsSync(join(folder, 'node_modules', 'esbuild'))).toBe(false);
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(join(folder, 'node_modules', 'posture-bridge', 'package.json'), 'utf8'),
    );
    expect(Object.keys(peerDependencies)).toEqual(['aws-cdk', 'aws-cdk-lib', 'constructs']);
    expect(Object.keys(dependencies)).not.toContain('aws-cdk-lib');
  });

  it('compiles the sample of docs/api.md', async () => {
    const [, sample = ''] =
      /```ts\n(.*?)```/s.exec(await readFile(join(ROOT, 'docs', 'api.md'), 'utf8')) ?? [];
    expect(sample).toContain('new PostureBridge(');
    await writeFile(join(folder, 'sample.mts'), sample);
    const project = join(folder, 'sample.json');
    await writeFile(project, JSON.stringify({ compilerOptions: CHECKED, files: ['sample.mts'] }));
    await run(process.execPath, [COMPILER, '-p', project], { cwd: folder });
  });

  it('has types that a strict app compiles against, and that refuse what is wrong', async () => {
    await run(process.execPath, [COMPILER, '-p', folder], { cwd: folder });
    const wrong = join(folder, 'wrong.mjs');
    await writeFile(wrong, APP.replace("name: 'security'", 'nmae: 1').replace('JSON.parse', 'Number'));
    const project = join(folder, 'wrong.json');
    await writeFile(project, JSON.stringify({ compilerOptions: CHECKED, files: ['wrong.mjs'] }));
    const failed = await run(process.execPath, [COMPILER, '-p', project], { cwd: folder }).catch(
      (error) => error,
    );
    expect(failed.stdout).toContain("'nmae' does not exist in type 'PostureBridgeProps'");
    expect(failed.stdout).toMatch(/'number' is not assignable to parameter of type/);
  });

  it('has the command, which says what needs a clone', async () => {
    const command = join(folder, 'node_modules', '.bin', 'posture-bridge');
    const { stdout } = await run(command, ['--help'], { cwd: folder });
    expect(stdout).toContain('status');
    const failed = await run(command, ['bill'], { cwd: folder }).catch((error) => error);
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs a clone of posture-bridge'),
    });
    const [, page = ''] = /^See (.+)#.+$/m.exec(failed.stderr) ?? [];
    expect(page).toBe('node_modules/posture-bridge/docs/deploy.md');
    expect(await readFile(join(folder, page), 'utf8')).toContain('## What it costs');
  });

  it('writes a configuration that the app can import', async () => {
    const command = join(folder, 'node_modules', '.bin', 'posture-bridge');
    const [api, channel] = ['https://posture.example.com/api/v1/external', 'C0123ABCD'];
    const flags = [
      '--api-url',
      api,
      '--chats',
      'slack',
      '--slack-channel',
      channel,
      '--slack-users',
      'anyone',
    ];
    await run(command, ['init', '--out', 'bridge', ...flags], { cwd: folder });
    const written = await readFile(join(folder, 'bridge', 'bridge.config.ts'), 'utf8');
    // Plain JavaScript as well: also a Node that knows no types can read it.
    await writeFile(join(folder, 'bridge', 'bridge.config.mjs'), written);
    const url = ['--url', 'https://abc123.example.com/slack'];
    const said = await run(command, ['slack', 'manifest', '--config', 'bridge/bridge.config.mjs', ...url], {
      cwd: folder,
    });
    expect(said.stdout).toContain('https://abc123.example.com/slack');
  });

  it('runs in the local cloud as it is synthesized: a case arrives, and a click records its verdict', async () => {
    let deployed: object = {};
    const world: BridgeWorld = await startBridgeWorld(
      { slack: ['soc'] },
      {
        synth: ({ config, outdir }) => {
          deployed = config;
          return synth('app.mjs', config, outdir);
        },
      },
    );
    try {
      const posted = await postCase(world, 'soc');
      await decide(world, posted, 'TRUE_POSITIVE', ANNA);
      await messageSaying(world, posted, 'Anna Berg: true positive, recorded');
      expect(await recorded(world, posted)).toHaveLength(1);
      expect(world.cloud.denied).toEqual([]);
    } finally {
      await closeAtRest(world);
    }
    // The same from an app of CommonJS.
    const templates = ['app.mjs', 'app.cjs'].map(async (app) => {
      const outdir = join(folder, `${app}.out`);
      await synth(app, deployed, outdir);
      return readFile(join(outdir, 'Security.template.json'), 'utf8');
    });
    const [fromModule, fromCommonJs] = [await templates[0], await templates[1]];
    expect(fromCommonJs).toBe(fromModule);
  });
});
