import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chooseHome } from '../../../cli/aws/find-home.ts';
import { COMMANDS } from '../../../cli/commands.ts';
import { type Command, defineCommand, flagsOf } from '../../../cli/frame/definition.ts';
import { CommandError, UsageError } from '../../../cli/frame/errors.ts';
import { everything, helpOf } from '../../../cli/frame/help.ts';
import { findCommand, readArguments, unknownCommand } from '../../../cli/frame/read-arguments.ts';
import type { Listed } from '../../../cli/frame/run-program.ts';
import { readMoment, spanWords } from '../../../cli/frame/time-words.ts';
import { NotAnsweredError } from '../../../lib/base/ask-person.ts';
import { plain } from '../../../lib/base/terminal.ts';
import { ConfigFileError } from '../../../lib/config/file/config-file-error.ts';
import { homesFolder, type LocalHome } from '../../../lib/config/file/local-home.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { runCommand } from '../../support/run-command.ts';

/** As a shell splits it: what is in quotes is one word. What goes into a file is not for the command. */
const words = (line: string): string[] =>
  [...(line.split(' > ')[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

const all: Command[] = [];
beforeAll(async () => {
  for (const { load } of COMMANDS) all.push((await load()).default);
});

describe.each(COMMANDS)('posture-bridge $name', ({ name }) => {
  const command = () => all.find((one) => one.name === name) as Command;

  it('is the command that it is listed as', () => {
    expect(command()).toMatchObject({ name });
  });

  it('says in its help what each flag and word is for, in lines that fit', () => {
    const lines = helpOf(command()).map(plain);
    const text = lines.join('\n');
    expect(text).toMatch(new RegExp(`^posture-bridge ${name}`));
    for (const [flag, { words }] of Object.entries(flagsOf(command()))) {
      expect(text).toContain(`  --${flag}`);
      expect(words).toMatch(/^\S.*[^.]$/s);
    }
    for (const word of command().words ?? []) expect(text).toContain(word.name);
    expect(lines.at(-1)).toBe(`See docs/${command().page}`);
    expect(lines.filter((line) => line.length > 125)).toEqual([]);
  });

  it('has examples that it understands', () => {
    const { examples, program } = command();
    expect(examples.length).toBeGreaterThan(0);
    for (const { line } of examples) {
      const found = findCommand(words(line), COMMANDS);
      expect(found?.command.name, line).toBe(name);
      if (!program) expect(() => readArguments(command(), found?.rest ?? [])).not.toThrow();
    }
  });
});

describe('the list of commands', () => {
  it('has each of them once, with one line', () => {
    const lines = everything(all).map(plain);
    for (const { name, summary } of all)
      expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(summary))).toHaveLength(1);
    expect(lines.filter((line) => line.length > 130)).toEqual([]);
  });

  it('has at most twelve at first sight, from the first start to the end', async () => {
    const { stdout } = await runCommand(['--help']);
    const [, shown = ''] = stdout.split('\n\n');
    const names = shown.split('\n').map((line) => line.trim().split(/ {2,}/)[0]);
    expect(names).toEqual(COMMANDS.filter(({ first }) => first).map(({ name }) => name));
    expect(names.length).toBeLessThanOrEqual(12);
    expect([names[0], names.at(-1)]).toEqual(['start', 'destroy']);
  });

  it('has all of them in groups with help all, and those of a word with help and that word', async () => {
    const [everyone, group, one, none] = [
      await runCommand(['help', 'all']),
      await runCommand(['help', 'dlq']),
      await runCommand(['help', 'dlq', 'list']),
      await runCommand(['help', 'statsu']),
    ];
    expect(everyone.stdout).toMatch(/\nSet up\n {2}start .*\nDeploy\n.*\nLook\n.* {2}dlq list /s);
    expect(group.stdout).toMatch(/^posture-bridge dlq COMMAND/);
    expect(one.stdout).toMatch(/^posture-bridge dlq list/);
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('did you mean status?')]);
  });
});

describe('which bridge of this machine is meant', () => {
  const homeAt = (hour: number): LocalHome => ({
    pid: 1,
    name: 'posture-bridge',
    startedAt: `2026-11-15T${hour}:00:00.000Z`,
    profile: 'none',
    configFile: `/${hour}/aws-config`,
    console: `http://127.0.0.1:${hour}00/?key=secret`,
    config: '/mine/bridge.config.ts',
  });
  const homes = [homeAt(13), homeAt(12)];

  it('is asked where several run, until the answer is one of them', async () => {
    const answers = ['', '3', '12', 'first', ' 2 '];
    const said: string[] = [];
    const person = {
      say: (...lines: string[]) => said.push(...lines),
      ask: async (question: string) => {
        expect(question).toBe('Which one? Type 1 to 2: ');
        return answers.shift() ?? '';
      },
    };
    expect(await chooseHome(homes, person)).toBe(homes[1]);
    expect(said).toEqual([
      '2 bridges run on this machine:',
      '  1  started 2026-11-15T13:00:00.000Z, console http://127.0.0.1:1300, /mine/bridge.config.ts',
      '  2  started 2026-11-15T12:00:00.000Z, console http://127.0.0.1:1200, /mine/bridge.config.ts',
    ]);
  });

  it('is not asked where one runs, and an error with the way out where nobody can be asked', async () => {
    expect(await chooseHome(homes.slice(1), null)).toBe(homes[1]);
    await expect(chooseHome(homes, null)).rejects.toThrow('AWS_CONFIG_FILE=/12/aws-config');
    await expect(chooseHome([], null)).rejects.toThrow(/^No bridge runs on this machine/);
  });
});

describe('what is typed in a wrong way', () => {
  const names = ['status', 'dlq list', 'dlq redrive', 'audit'];
  it.each([
    ['statsu', '"statsu" is no command: did you mean status?'],
    ['xyzzyxyzzy', '"xyzzyxyzzy" is no command.'],
    ['dlq', 'dlq needs another word: dlq list, dlq redrive.'],
    ['dlq lsit', 'dlq has no "lsit", did you mean dlq list? dlq list, dlq redrive.'],
  ])('%s', (typed, said) => {
    expect(unknownCommand(typed.split(' '), names)).toBe(said);
  });

  const command = defineCommand({
    name: 'replay',
    group: 'Act',
    page: 'operations.md',
    summary: 'x',
    words: [{ name: 'ITEM', words: 'its id' }],
    flags: { domain: { type: 'string', value: 'NAME', words: 'which' } },
    examples: [],
    run: async () => undefined,
  });
  it.each([
    ['a --domian x', /^Unknown option '--domian'\. Did you mean --domain\?$/],
    ['', /^ITEM is missing: its id\.$/],
    ['a b', /^"b" is too much: flags begin with --\.$/],
    ['a --domain=', /^--domain needs a value \(NAME\)\.$/],
    ['a --json=yes', /--json' does not take an argument/],
  ])('replay %s', (typed, said) => {
    const args = typed === '' ? [] : typed.split(' ');
    expect(() => readArguments(command, args)).toThrow(UsageError);
    expect(() => readArguments(command, args)).toThrow(said);
  });

  it.each(['yesterday', '2026-02-31', '12', '2026-11-15 12:00', '5y'])('--since %s', (text) => {
    expect(() => readMoment('--since', text, 0)).toThrow(/^--since has to be a day like/);
  });
});

describe('moments and spans', () => {
  it.each([
    ['2026-11-15', '2026-11-15T00:00:00.000Z'],
    ['2026-11-15T12:00:00Z', '2026-11-15T12:00:00.000Z'],
    ['2026-11-15T12:00+02:00', '2026-11-15T10:00:00.000Z'],
    ['6h', '2026-11-14T18:00:00.000Z'],
    ['30d', '2026-10-16T00:00:00.000Z'],
  ])('%s is %s', (text, moment) => {
    const now = Date.parse('2026-11-15T00:00:00Z');
    expect(new Date(readMoment('--since', text, now)).toISOString()).toBe(moment);
  });
  it.each([
    [1_000, '1 second'],
    [89_000, '89 seconds'],
    [120_000, '2 minutes'],
    [7_200_000, '2 hours'],
    [5 * 86_400_000, '5 days'],
  ])('%i ms are %s', (ms, said) => expect(spanWords(ms)).toBe(said));
});

describe('a command that runs', () => {
  const listed = (run: Command['run'], more: Partial<Command> = {}): Listed[] => [
    {
      name: 'look',
      load: async () => ({
        default: {
          ...{ name: 'look', group: 'Look', page: 'operations.md', summary: 'x', flags: {}, examples: [] },
          ...more,
          run,
        },
      }),
    },
  ];
  const outcomeOf = (run: Command['run'], ...args: string[]) =>
    runCommand(['look', ...args], {}, listed(run));
  const told = { value: { n: 1 }, lines: ['one'] };

  it('prints lines for people, and one line of JSON for programs', async () => {
    expect(await outcomeOf(async () => told)).toEqual({ status: 0, stdout: 'one\n', stderr: '' });
    expect(await outcomeOf(async () => told, '--json')).toEqual({
      status: 0,
      stdout: '{"n":1}\n',
      stderr: '',
    });
  });

  it('ends with 1 when what was asked about is not well', async () => {
    expect(await outcomeOf(async () => ({ ...told, well: false }))).toMatchObject({ status: 1, stderr: '' });
  });

  it('says what can be foreseen without a stack trace, and lets no terminal obey it', async () => {
    const fails = async () => Promise.reject(new CommandError('There is no such \u001b[2J thing.'));
    expect(await outcomeOf(fails)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'There is no such \\u001b[2J thing.\nSee docs/operations.md\n',
    });
  });

  it('leads to its page from what is wrong with a configuration too, and not where a person stopped', async () => {
    const failing = (error: Error) => outcomeOf(async () => Promise.reject(error));
    const wrong = await failing(new ConfigFileError('There is no configuration.'));
    expect(wrong.stderr).toBe('There is no configuration.\nSee docs/operations.md\n');
    expect((await failing(new NotAnsweredError('Nothing was typed.'))).stderr).toBe('Nothing was typed.\n');
  });

  it('leads to its page below what another program says', async () => {
    const program = (code: string): Partial<Command> => ({ program: ['-e', code] });
    const run = async (more: Partial<Command>, ...args: string[]) =>
      runCommand(
        ['look', ...args],
        { PATH: process.env.PATH },
        listed(async () => undefined, more),
      );
    expect(await run(program('process.exit(1)'))).toMatchObject({
      status: 1,
      stderr: 'See docs/operations.md\n',
    });
    expect(await run(program('process.exit(2)'))).toMatchObject({ status: 2, stderr: '' });
    expect(await run(program('0'), '--', '--help')).toMatchObject({ stdout: '\nSee docs/operations.md\n' });
  });

  it('says where an error comes from that nobody foresaw', async () => {
    const { status, stderr } = await outcomeOf(async () => Promise.reject(new TypeError('x')));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^This is not foreseen, and a bug:\nTypeError: x\n +at /);
  });

  it('explains what AWS says most often', async () => {
    const failing = (name: string) => async () =>
      Promise.reject(Object.assign(new Error('no'), { name, $metadata: { httpStatusCode: 400 } }));
    expect((await outcomeOf(failing('ExpiredTokenException'))).stderr).toMatch(
      /are you signed in\? For a profile .* before\.\nSee docs\/operations\.md\n$/,
    );
    expect((await outcomeOf(failing('AccessDeniedException'))).stderr).toMatch(
      / docs\/operations\.md#which-rights-it-needs\n/,
    );
  });

  it('ends with 2 and the way to its help when it was typed in a wrong way', async () => {
    const { status, stdout, stderr } = await outcomeOf(async () => told, '--jsno');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      "Unknown option '--jsno'. Did you mean --json?\nposture-bridge look --help says how it is used.\n",
    );
  });

  it('asks nobody who is not there before it changes something', async () => {
    const changes = async (asked: Parameters<Command['run']>[0]) => {
      await asked.confirm('This deletes everything.');
      return told;
    };
    const { status, stdout, stderr } = await outcomeOf(changes);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^This deletes everything\.\nNothing was changed\. .*--yes\.\n/);
  });
});

describe('the program itself', () => {
  const env = { PATH: process.env.PATH, TMPDIR: '/nonexistent', AWS_REGION: 'eu-west-1' };
  const run = (...args: string[]) => runCommand(args, env);

  it('is started by npx posture-bridge', () => {
    const { status, stdout } = spawnSync('node', ['cli/bridge.mjs', '--help'], { encoding: 'utf8', env });
    expect(status).toBe(0);
    expect(stdout).toMatch(/\n {2}status {2,}How the bridge is/);
  });

  it('lists what there is also without anything, which is a wrong use', async () => {
    const [asked, bare] = [await run('--help'), await run()];
    expect([asked.status, bare.status]).toEqual([0, 2]);
    expect(bare.stdout).toBe(asked.stdout);
  });

  it('lists the commands of a group with --help behind its word', async () => {
    const { status, stdout } = await run('dlq', '--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^posture-bridge dlq COMMAND \[flags\]\n\n {2}dlq list +\S/);
    expect(stdout).not.toContain('webhook');
  });

  it('is what npx runs in a clone, where nothing is built', () => {
    const file = manifest.bin['posture-bridge'];
    expect(file).not.toMatch(/^dist/);
    const ended = spawnSync('node', [file, 'status', '--help'], { encoding: 'utf8' });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
  });

  it('reads the configuration that the bridge on this machine was started with, unless another is named', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'frame-homes-'));
    onTestFinished(() => rmSync(temporary, { recursive: true }));
    const folder = homesFolder(temporary, process.getuid?.());
    mkdirSync(folder);
    const home: LocalHome = {
      pid: process.pid,
      name: 'posture-bridge',
      startedAt: '2026-11-15T12:00:00.000Z',
      profile: 'none',
      configFile: join(temporary, 'aws-config'),
      console: 'http://127.0.0.1:1/',
      config: join(temporary, 'theirs.config.ts'),
    };
    writeFileSync(join(folder, '1.json'), JSON.stringify(home));
    const said = async (...more: string[]) =>
      (await runCommand(['audit', '--verify', '--local', ...more], { TMPDIR: temporary })).stderr;
    expect(await said()).toContain('theirs.config.ts');
    expect(await said('--config', 'mine.config.ts')).toContain('mine.config.ts');
    writeFileSync(
      join(folder, '2.json'),
      JSON.stringify({ ...home, startedAt: '2026-11-15T13:00:00.000Z', configFile: '/other/aws-config' }),
    );
    const among = (await runCommand(['status', '--local'], { TMPDIR: temporary })).stderr;
    expect(among).toMatch(
      /^2 bridges run on this machine, and nobody is here to ask which\. Stop the others/,
    );
    expect(among).toContain('AWS_CONFIG_FILE=/other/aws-config');
  });

  it.each([
    [['satus'], 2, /^"satus" is no command: did you mean status\?\n/],
    [['--version'], 2, /^--version is no command\.\n/],
    [
      ['person', '--email', 'dana@acme.com', '--out', 'no/such/file'],
      2,
      /^--out: there is no folder no\/such\./,
    ],
    [['person', '--email', 'dana@acme.com', '--out', 'docs'], 2, /^--out: docs is a folder\./],
    [['teams', 'package', '--out', 'no/such/file'], 2, /^--out: there is no folder no\/such\./],
    [['status', '--local'], 1, /^No bridge runs on this machine, .*npm start/],
    [['status', '--local', '--name', 'x'], 2, /^--local is the bridge on this machine/],
    [['status', '--config', 'missing.ts'], 1, /missing\.ts/],
  ] as const)('%j ends with %i and a sentence', async (args, status, said) => {
    const ended = await run(...args);
    expect(ended.stderr).toMatch(said);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect([ended.status, ended.stdout]).toEqual([status, '']);
  });
});
