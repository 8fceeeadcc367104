import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExpectations } from '../../../cli/routes/read-expectations.ts';
import { testRoutes } from '../../../cli/routes/test-routes.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import { findWarnings } from '../../../lib/config/warnings.ts';

const WHOLE = /```ts\n(import \{ defineBridge \}.*?)```/gs;
const EXPECTATIONS = /```ts\n(import type \{ RouteExpectation \}.*?)```/s;
const NOW = Date.parse('2026-11-16T12:00:00Z');

describe('the whole configurations that docs/configuration.md explains routes with', () => {
  let folder: string;
  let configs: readonly BridgeConfig[];
  let expected: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documented-'));
    const whole = await readFile('docs/configuration.md', 'utf8');
    const page = whole.slice(whole.indexOf('## How routes work'), whole.indexOf('## Who is called'));
    const define = pathToFileURL(join(process.cwd(), 'lib/config/define-bridge.ts')).href;
    const samples = [...page.matchAll(WHOLE)].map(([, sample = '']) => sample);
    configs = await Promise.all(
      samples.map(async (sample, index) => {
        const file = join(folder, `sample-${index}.ts`);
        await writeFile(file, sample.replace('./lib/config/define-bridge.ts', define));
        return (await import(/* @vite-ignore */ pathToFileURL(file).href)).default as BridgeConfig;
      }),
    );
    expected = join(folder, 'bridge.routes.ts');
    await writeFile(
      expected,
      EXPECTATIONS.exec(page)?.[1]?.replace('./lib/config/define-bridge.ts', define) ?? '',
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are three, and the bridge takes each without a warning', () => {
    expect(configs).toHaveLength(3);
    expect(configs.map((config) => findWarnings(config, NOW))).toEqual([[], [], []]);
  });

  it('do what is expected of the second of them', async () => {
    const [, many] = configs;
    if (!many) throw new Error('the page has no second configuration');
    const tested = testRoutes(many, await readExpectations(expected, many));
    expect(tested.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`))).toEqual(
      [],
    );
    expect(tested).toHaveLength(4);
  });

  it('are what their titles say', () => {
    const [one, many, teams] = configs;
    expect(Object.keys(one?.destinations ?? {})).toEqual(['soc', 'ops']);
    expect(Object.keys(many?.domains ?? {})).toHaveLength(3);
    expect(Object.values(many?.destinations ?? {}).filter(({ type }) => type === 'slack')).toHaveLength(8);
    expect(teams?.slack).toBeUndefined();
    expect(teams?.verdicts?.outcomes.ESCALATED?.approval).toBe(true);
  });
});
