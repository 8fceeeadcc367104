import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

/** What other programs read the flags of: the type checker, the linter, the test runner, npm itself. */
const OF_OTHERS = ['test', 'test:full', 'check', 'fix', 'prepack'];
const BENCHES = ['action', 'console', 'feed', 'flood', 'functions', 'latency', 'lifecycle', 'urgent'];
const OURS = [
  ...Object.keys(manifest.scripts).filter((name) => ![...OF_OTHERS, 'bench'].includes(name)),
  ...BENCHES.map((name) => `bench -- ${name}`),
];

/** `script`: of package.json, with what stands before its flags. */
const run = (script: string, ...flags: string[]) =>
  promisify(execFile)('npm', ['run', '--silent', ...commandOf(script), ...flags], {
    env: { ...process.env, npm_config_loglevel: 'error', TABLE_NAME: 'ledger', AWS_REGION: 'eu-west-1' },
  }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({
      status: code as number,
      stdout: String(stdout),
      stderr: String(stderr),
    }),
  );

const commandOf = (script: string): string[] =>
  script.includes(' -- ') ? script.split(' ') : [script, '--'];

describe('a command', () => {
  it.each(OURS)('refuses a flag that it does not know in a sentence: %s', async (script) => {
    const { status, stdout, stderr } = await run(script, '--bogus');
    expect(stderr).toContain('--bogus');
    expect(stderr).not.toMatch(/^\s+at |node:internal|To specify a positional/m);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });

  it.each(OURS)('says with --help what it is for: %s', async (script) => {
    const { status, stdout } = await run(script, '--help');
    expect(stdout).toMatch(script === 'start' ? /npm start/ : new RegExp(`npm run (--silent )?${script}`));
    expect(status).toBe(0);
  });

  it.each([
    ['simulate', ['--runs', 'abc'], '--runs is a whole number from 1, not "abc".'],
    ['attack', ['--tries', 'abc'], '--tries is a whole number, not "abc".'],
    ['bench -- action', ['--part', 'email'], '--part is slack or teams, not "email".'],
    ['bench -- feed', ['sped'], '"sped" is not known: speed, '],
    ['soak', ['--minutes', '0'], '--minutes is a whole number from 1.'],
    ['pollproof', ['--write', '--only', 'late'], '--write writes about all scenarios and nobody else'],
  ])('%s %j says what is wrong', async (script, flags, says) => {
    const { status, stderr } = await run(script, ...flags);
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(status).toBe(2);
  });
});
