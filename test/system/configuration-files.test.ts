import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { IS_FULL } from '../support/extent.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DEFINE = JSON.stringify(join(ROOT, 'lib/config/define-bridge.ts'));

/** Every command that reads a configuration, a script of package.json or one of `posture-bridge`, with how it is told the file. */
const COMMANDS = {
  start: (file: string) => ['--json', '--config', file],
  'slack manifest': (file: string) => ['--config', file],
  'teams package': (file: string) => ['--out', '/dev/null', '--config', file],
  synth: (file: string) => ['-o', join(folder, 'out'), '--config', file],
  diff: (file: string) => ['-o', join(folder, 'out'), '--config', file],
  deploy: (file: string) => ['-o', join(folder, 'out'), '--config', file],
} as const;
type Command = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Command[];

const PLAIN = {
  domains: {
    acme: { baseUrl: 'http://127.0.0.1:4010/api/v1/external', apiKey: '/posture-bridge/acme/api-key' },
  },
  slack: { signingSecret: '/posture-bridge/slack/signing', botToken: '/posture-bridge/slack/token' },
  teams: {
    appId: '11111111-2222-4333-8444-555566667777',
    tenantId: '88888888-9999-4aaa-8bbb-ccccddddeeee',
    password: '/posture-bridge/teams/password',
  },
  destinations: { soc: { type: 'slack', channel: 'C0123ABCD' } },
  routes: [{ to: 'soc' }],
  verdicts: { allow: 'anyone-in-channel' },
};
const WRONG = { ...PLAIN, routes: [{ to: 'sco' }] };
const WRONG_SAYS =
  'The bridge configuration has 1 problem:\n  routes[0].to: unknown destination "sco", did you mean "soc"?';
const ODD = { ...PLAIN, routes: [{ to: 'soc', name: 'all', final: true }, { to: 'soc' }] };
const ODD_SAYS =
  'Warning: 1 thing in it may not be what you mean:\n  routes[1]: is never looked at: "all" before it is final and takes everything\n';

const MUST_SAY = 'it must say export default defineBridge({ ... }).';
const THERE = 'Correct it there or just above, and try again.';
const ODD_VALUE = 'Correct that, and try again.';

/** What is in a file, and what is said about it. `FILE` stands for its path. */
const MISTAKES: readonly [name: string, contents: string, says: string][] = [
  ['wrong.json', JSON.stringify(WRONG), `FILE: ${WRONG_SAYS}`],
  ['wrong.ts', `export default ${JSON.stringify(WRONG)};`, `FILE: ${WRONG_SAYS}`],
  [
    'wrong-defined.ts',
    `import { defineBridge } from ${DEFINE};\nexport default defineBridge(${JSON.stringify(WRONG)} as never);`,
    `FILE: ${WRONG_SAYS}`,
  ],
  [
    'changed-afterwards.ts',
    `import { defineBridge } from ${DEFINE};\nconst config = defineBridge(${JSON.stringify(PLAIN)} as never);\nexport default { ...config, routes: [{ to: 'sco' }] };`,
    `FILE: ${WRONG_SAYS}`,
  ],
  [
    'syntax.json',
    '{\n  "domains": {}\n  "apiKey": "sk-live-4242"\n}',
    `FILE, line 3: this cannot be read: a comma or } is expected. ${THERE}`,
  ],
  [
    'syntax.ts',
    `export default {\n  domains: {\n    acme: { apiKey "sk-live-4242" },\n  },\n};`,
    `FILE, line 3: this cannot be read: Expected "}" but found a text. ${THERE}`,
  ],
  ['list.json', '[]', 'FILE holds a list, and a configuration is an object: { ... }.'],
  ['empty.ts', 'export const config = {};', `FILE has no default export: ${MUST_SAY}`],
  ['function.ts', 'export default () => ({});', `FILE exports a function by default: ${MUST_SAY}`],
  ['promise.ts', 'export default Promise.resolve({});', `FILE exports a promise by default: ${MUST_SAY}`],
  [
    'import.ts',
    `import { x } from './nowhere.ts';\nexport default x;`,
    'FILE, line 1: this imports nowhere.ts, and there is no such file. Correct the name, or create the file.',
  ],
  [
    'package.ts',
    `const one = 1;\nimport { x } from 'not-installed';\nexport default { x, one };`,
    'FILE, line 2: this imports the package not-installed, which is not installed. Run npm ci, or install it.',
  ],
  [
    'export.ts',
    `import { defineBrigde } from ${DEFINE};\nexport default defineBrigde({});`,
    `FILE, line 1: reading it failed: The requested module 'lib/config/define-bridge.ts' does not provide an export named 'defineBrigde'. ${ODD_VALUE}`,
  ],
  [
    'throws.ts',
    `interface Lines {\n  count: number;\n}\n\nthrow new Error('SLACK_CHANNEL is not set.');`,
    `FILE, line 5: reading it failed: SLACK_CHANNEL is not set. ${ODD_VALUE}`,
  ],
  [
    'secret.ts',
    'export default {\n  apiKey: sk_live_4242,\n};',
    `FILE, line 2: reading it failed: … is not defined. ${ODD_VALUE}`,
  ],
];

let folder: string;
const fileOf = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configuration-files-'));
  await writeFile(fileOf('package.json'), '{ "type": "module" }');
  for (const [name, contents] of MISTAKES) await writeFile(fileOf(name), contents);
  await writeFile(fileOf('odd.json'), `\uFEFF${JSON.stringify(ODD)}`);
  await writeFile(fileOf('odd.ts'), `export default ${JSON.stringify(ODD)};`);
  await writeFile(fileOf('notes.txt'), 'x');
  await mkdir(fileOf('folder.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(command: Command, file: string, ...more: string[]) {
  const flags = [...COMMANDS[command](file), ...more];
  const child =
    command !== 'start'
      ? spawn(process.execPath, ['cli/bridge.mjs', ...command.split(' '), ...flags], { cwd: ROOT })
      : spawn('npm', ['run', '--silent', command, '--', ...flags], {
          cwd: ROOT,
          env: { ...process.env, npm_config_loglevel: 'error' },
        });
  onTestFinished(() => void child.kill());
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  // What the CDK's command line adds to a failure of the application.
  const said = err.replace(/^.*Subprocess exited with error 1\n/m, '');
  return { out, said, code };
}

/** `npm test` tries one command of each kind: CDK takes seconds to begin. */
const QUICK: readonly Command[] = ['start', 'slack manifest', 'synth'];
const CHOSEN = IS_FULL ? NAMES : QUICK;
/** Of each kind one. They all read files in the same way, so the quickest command tries the rest. */
const USUAL = IS_FULL ? ['wrong.json', 'wrong.ts', 'syntax.json', 'syntax.ts', 'throws.ts'] : ['syntax.ts'];

const tried = CHOSEN.flatMap((command) =>
  MISTAKES.filter(([name]) => command === 'slack manifest' || USUAL.includes(name)).map(
    ([name, , says]) => [command, name, says] as const,
  ),
);

/** Below what is said. Before a deployment, the doctor says it, who has a page of its own. */
const LEADS_TO: Readonly<Record<Command, string>> = {
  start: '',
  'slack manifest': 'See docs/slack.md#3-the-app\n',
  'teams package': 'See docs/teams.md#6-the-app\n',
  synth: 'See docs/deploy.md#4-deploy\n',
  diff: 'See docs/upgrade.md#a-change-of-the-configuration\n',
  deploy:
    'See docs/operations.md#setting-it-up\n\nNothing was deployed. Mend it, or deploy anyway with --anyway.\nSee docs/deploy.md#4-deploy\n',
};

describe('a file that holds no usable configuration', () => {
  it.each(tried)('is refused by %s in a sentence: %s', async (command, name, says) => {
    const { out, said, code } = await run(command, fileOf(name));
    expect(said).toBe(`${says.replace('FILE', fileOf(name))}\n${LEADS_TO[command]}`);
    expect(said).not.toContain('4242');
    expect(out).toBe('');
    expect(code).toBe(1);
  });

  it.each([
    ['none.ts', 'There is no configuration FILE. Create it, or name another file.'],
    ['notes.txt', 'FILE is not a configuration: a .ts or .json file is needed.'],
    ['folder.json', 'FILE cannot be read: EISDIR: illegal operation on a directory, read.'],
  ])('is refused when it is none: %s', async (name, says) => {
    const { said, code } = await run('slack manifest', fileOf(name));
    expect(said).toBe(`${says.replace('FILE', fileOf(name))}\n${LEADS_TO['slack manifest']}`);
    expect(code).toBe(1);
  });
});

describe('what may not be meant', () => {
  it.each(CHOSEN.filter((command) => IS_FULL || command !== 'synth'))(
    'is told by %s on stderr',
    async (command) => {
      const [file, more] = await endingSoon(command);
      const { said } = await run(command, file, ...more);
      expect(said).toContain(`${file}: ${ODD_SAYS}`);
      expect(said).not.toMatch(/^ +at /m);
    },
  );

  it('leaves stdout to what the command is for', async () => {
    const { out, code } = await run('slack manifest', fileOf('odd.ts'));
    expect(JSON.parse(out)).toHaveProperty('settings');
    expect(code).toBe(0);
  });
});

/** So that the command ends after it has read the configuration: `npm start` finds its port in use. */
async function endingSoon(command: Command): Promise<[file: string, more: string[]]> {
  if (command !== 'start') return [fileOf('odd.json'), []];
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  onTestFinished(() => void blocker.close());
  return [fileOf('odd.json'), ['--port', String((blocker.address() as { port: number }).port)]];
}
