import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_FULL } from '../support/extent.ts';
import { readPage } from './docs/markdown.ts';
import { readRepository } from './docs/repository.ts';
import { asModules, wrongConfiguration, wrongSettings } from './samples/check-settings.ts';
import { compile, imported } from './samples/compile.ts';
import { isModule, placeOf, readSamples, type Sample } from './samples/read-samples.ts';
import { commandsIn, wrongCommand } from './samples/typed-commands.ts';

/** It tells of what was. */
const HISTORY = 'CHANGELOG.md';
const pages = [...readRepository().pages].filter(([path]) => path !== HISTORY);
const samples = pages.flatMap(([path, markdown]) => readSamples(path, markdown));
const unmarked = samples.filter(({ mark }) => mark === '');
const of = (...languages: string[]) => unmarked.filter(({ language }) => languages.includes(language));

/** These show what is printed, drawn or sent; nothing reads them. */
const SHOWN = ['', 'text', 'mermaid', 'md', 'http'];
/** Which test runs the programs of a page. */
const RUN_BY: Readonly<Record<string, readonly string[]>> = {
  'docs/soar.md': ['test/system/soar.test.ts'],
  'docs/webhooks.md': ['test/unit/endpoints/docs.test.ts', 'test/unit/features/systems/docs.test.ts'],
};

describe('the samples in the docs', () => {
  it('are in languages that are checked here, and few are marked as not to be', () => {
    const known = ['ts', 'js', 'json', 'sh', ...SHOWN];
    expect(samples.filter(({ language }) => !known.includes(language)).map(placeOf)).toEqual([]);
    expect(samples.filter(({ mark }) => mark !== '').map(placeOf)).toEqual([]);
    expect(of('ts').length).toBeGreaterThan(30);
  });

  // The compiler needs some seconds.
  it.runIf(IS_FULL)('of TypeScript compile, whole ones and settings', async () => {
    const modules = new Map<string, string>(
      of('ts').flatMap((sample) =>
        (isModule(sample) ? [sample.text] : asModules(sample)).map(
          (text, at) => [`${placeOf(sample)} (${at})`, text] as const,
        ),
      ),
    );
    modules.set(
      'wrong on purpose',
      asModules({ ...(of('ts')[0] as Sample), text: "strom: { threshold: 'x' }," })[0] ?? '',
    );
    const problems = await compile(modules);
    expect(problems.filter((line) => !line.startsWith('wrong on purpose'))).toEqual([]);
    expect(problems).toEqual([expect.stringContaining("'strom' does not exist")]);
  });

  it('of settings are taken by the bridge, and so are whole configurations', async () => {
    const settings = of('ts').filter((sample) => !isModule(sample));
    expect(settings.flatMap(wrongSettings)).toEqual([]);
    const whole = of('ts').filter(({ text }) => text.includes('export default defineBridge('));
    const folder = mkdtempSync(join(tmpdir(), 'whole-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const problems = whole.map(async (sample, at) => {
      const file = join(folder, `whole-${at}.ts`);
      writeFileSync(file, imported(sample.text));
      const { default: config } = await import(/* @vite-ignore */ pathToFileURL(file).href);
      return wrongConfiguration(sample, config);
    });
    expect((await Promise.all(problems)).flat()).toEqual([]);
    expect(whole.length).toBeGreaterThan(3);
  });

  it('of JSON can be read', () => {
    const isJson = (text: string) => {
      try {
        return Boolean(JSON.parse(text));
      } catch {
        return false;
      }
    };
    const wrong = of('json').filter(({ text }) => !isJson(text) && !isJson(`{${text}}`));
    expect(wrong.map(placeOf)).toEqual([]);
  });

  it('of JavaScript are run by a test of their own', () => {
    for (const sample of of('js')) {
      const tests = RUN_BY[sample.page] ?? [];
      expect(
        tests.some((test) => existsSync(test) && readFileSync(test, 'utf8').includes(sample.page)),
        placeOf(sample),
      ).toBe(true);
    }
  });

  it('of shell can be read by one', () => {
    const canRead = (...texts: string[]) =>
      spawnSync('bash', ['-n'], { input: texts.map((text, at) => `f${at}() {\n${text}\n}`).join('\n') })
        .status === 0;
    const all = of('sh');
    // One by one only where something is wrong.
    const wrong = canRead(...all.map(({ text }) => text)) ? [] : all.filter(({ text }) => !canRead(text));
    expect(wrong.map(placeOf)).toEqual([]);
    expect(canRead('if')).toBe(false);
  });

  it('name commands of ours that are there, with flags that they take', async () => {
    const typed = of('sh').flatMap((sample) =>
      commandsIn(sample.text).map((line) => ({ at: placeOf(sample), line, inSentence: false })),
    );
    const named = pages.flatMap(([path, markdown]) =>
      readPage(markdown).code.map(({ text, line }) => ({
        at: `${path}:${line}`,
        line: text,
        inSentence: true,
      })),
    );
    const problems = [...typed, ...named].map(async ({ at, line, inSentence }) => {
      const problem = await wrongCommand(line, { inSentence });
      return problem === null ? [] : [`${at} ${line}: ${problem}`];
    });
    expect((await Promise.all(problems)).flat()).toEqual([]);
  });

  it.each([
    ['npx posture-bridge stauts', 'there is no command stauts'],
    ['posture-bridge status --nmae x', /nmae/],
    ['npx posture-bridge replay', /ITEM is missing/],
    ['npx posture-bridge audit --dya 2026-11-15', /dya/],
    ['npx posture-bridge deploy --nmae x', 'there is no flag --nmae'],
    ['npm start -- --prot 4000', /--prot/],
    ['X=1 npx posture-bridge status --local', null],
    ['aws sts get-caller-identity', null],
  ])('are judged: %s', async (line, problem) => {
    const said = await wrongCommand(commandsIn(line)[0] ?? '');
    if (problem === null) expect(said).toBeNull();
    else expect(said).toMatch(problem);
  });
});
