import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, canAsk } from '../../lib/base/ask-person.ts';
import { printAside } from '../../lib/base/terminal.ts';
import { type BridgeConfig, type BridgeInput, checkBridge } from '../../lib/config/define-bridge.ts';
import { ConfigError } from '../../lib/config/schema/config-problem.ts';
import { CHAT_SETUPS } from '../chat-setups.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { columns, wrapped } from '../frame/help.ts';
import { explainWrite } from '../frame/out-file.ts';
import type { Answers, ChatSetup, Question, WrittenFile } from '../init/chat-setup.ts';
import { configFile, envExample } from '../init/write-config.ts';
import { repositoryFiles } from '../init/write-repository.ts';

const DEFINE = fileURLToPath(new URL('../../lib/config/define-bridge.ts', import.meta.url));
/** The package writes a repository of the user's own; in a clone, everything around a configuration is there. */
const IS_PACKAGE = !existsSync(DEFINE);
const CHATS = CHAT_SETUPS.map(({ chat }) => chat);

const isChats = (text: string): string | null =>
  chatsIn(text).length > 0 && chatsIn(text).every((one) => CHATS.includes(one))
    ? null
    : `${CHATS.join(', ')}, or both with a comma`;
const chatsIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

const QUESTIONS: readonly Question[] = [
  {
    flag: 'domain',
    asks: 'A short name for what this API key belongs to',
    otherwise: 'main',
    problem: (text) =>
      /^[a-z][a-z0-9-]{0,39}$/.test(text)
        ? null
        : 'it has small letters, digits and hyphens, and begins with a letter',
  },
  {
    flag: 'api-url',
    asks: 'The address of the Security Posture API, like https://posture.example.com/api/v1/external',
    problem: (text) =>
      URL.canParse(text) && new URL(text).protocol === 'https:' ? null : 'it begins with https://',
  },
  {
    flag: 'chats',
    asks: `The chats that cases go to (${CHATS.join(', ')})`,
    otherwise: CHATS[0] ?? '',
    problem: isChats,
  },
];

export default defineCommand({
  name: 'init',
  group: 'Set up',
  page: 'getting-started.md#1-make-a-repository-of-your-own',
  summary:
    'Writes a configuration and all that the chats need, after a few questions, and says what to do next.',
  about:
    'Writes bridge.config.ts, and for each chat its manifest or package. Where the package is used, a small repository around it: package.json, tests of the routes, a workflow that checks and deploys. Asks for what no flag says, if there is a terminal. Writes over nothing without --force. No file holds a secret.',
  flags: {
    domain: {
      type: 'string',
      value: 'NAME',
      words: 'a short name for what the API key belongs to; main unless given',
    },
    'api-url': { type: 'string', value: 'URL', words: 'the address of the Security Posture API' },
    chats: { type: 'string', value: 'NAMES', words: `${CHATS.join(' or ')}, or both with a comma` },
    ...(Object.assign({}, ...CHAT_SETUPS.map(({ flags }) => flags)) as Record<never, never>),
    out: {
      type: 'string',
      value: 'FOLDER',
      default: '.',
      words: 'where the files are written to; this folder unless given',
    },
    force: { type: 'boolean', words: 'writes over files that are there' },
  },
  examples: [
    { line: 'init', words: 'Asks what it needs to know.' },
    ...CHAT_SETUPS.map(({ chat, example }) => ({
      line: `init --api-url https://posture.example.com/api/v1/external --chats ${chat} ${example} --out bridge`,
      words: 'Without questions.',
    })),
  ],
  async run({ flags }) {
    const given = flags as unknown as Readonly<Record<string, string | undefined>>;
    const answers = new Map<string, string>();
    await answerAll(QUESTIONS, given, answers);
    const setups = CHAT_SETUPS.filter(({ chat }) => chatsIn(answers.get('chats') ?? '').includes(chat));
    for (const { questions, flags: own } of setups) {
      await answerAll(questions, given, answers);
      for (const flag of Object.keys(own)) if (given[flag] !== undefined) answers.set(flag, given[flag]);
    }
    const input = inputOf(Object.fromEntries(answers), setups);
    const checked = checkBridge(input);
    if (!checked.ok)
      throw new CommandError(`Nothing was written. ${new ConfigError(checked.problems).message}`);
    const folder = resolve(flags.out);
    const files = filesOf(input, checked.config, setups, folder);
    write(folder, files, flags.force);
    const steps = nextSteps(Object.fromEntries(answers), setups, flags.out);
    return {
      value: { folder, files: files.map(({ name }) => name), next: steps.flat() },
      lines: [
        `Wrote in ${flags.out === '.' ? 'this folder' : flags.out}:`,
        ...columns(files.map((file) => [file.name, file.for])),
        '',
        ...(IS_PACKAGE
          ? []
          : [
              'To see it first, without AWS and without keys:',
              `  npm start${configFlag(flags.out) && ` -- ${configFlag(flags.out)}`}`,
              '',
            ]),
        'Then:',
        ...steps.flatMap(([first = '', ...more], n) => [
          ...wrapped(first, 5).map((line, at) => (at === 0 ? `  ${n + 1}. ${line.trimStart()}` : line)),
          ...more.map((line) => `     ${line}`),
        ]),
      ],
    };
  },
  explain: explainWrite,
});

/** Takes answers from flags, then from the person. If nobody can be asked, reports all missing or wrong flags at once. */
async function answerAll(
  questions: readonly Question[],
  given: Readonly<Record<string, string | undefined>>,
  answers: Map<string, string>,
): Promise<void> {
  const problems: string[] = [];
  for (const { flag, asks, otherwise, problem } of questions) {
    const said = given[flag];
    const wrong = said === undefined ? null : problem(said);
    if (wrong) problems.push(`--${flag}: ${wrong}`);
    else if (said !== undefined) answers.set(flag, said);
    else if (canAsk()) answers.set(flag, await answerTo(asks, otherwise, problem));
    else if (otherwise !== undefined && flag !== 'chats') answers.set(flag, otherwise);
    else problems.push(`--${flag} is missing: ${asks}`);
    // An optional answer that was left empty.
    if (answers.get(flag) === '') answers.delete(flag);
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
}

async function answerTo(
  asks: string,
  otherwise: string | undefined,
  problem: Question['problem'],
): Promise<string> {
  for (;;) {
    const typed = (await ask(`${asks}${otherwise ? ` [${otherwise}]` : ''}: `)).trim();
    const answer = typed === '' ? (otherwise ?? '') : typed;
    const wrong = problem(answer);
    if (!wrong) return answer;
    printAside(`That cannot be: ${wrong}.`);
  }
}

/** How other commands are pointed to the configuration; empty if they find it themselves. */
const configFlag = (out: string): string =>
  resolve(out) === process.cwd() ? '' : `--config ${join(out, 'bridge.config.ts')}`;

/** In the order in which they can be done; each is a line, and lines to copy. */
function nextSteps(answers: Answers, setups: readonly ChatSetup[], out: string): string[][] {
  // In a repository of their own, people work in its folder.
  const config = IS_PACKAGE ? '' : configFlag(out);
  const command = (words: string) => `npx posture-bridge ${words} ${config}`.trimEnd();
  const secrets = {
    ...Object.assign({}, ...setups.map((setup) => setup.secrets)),
    [apiKeyOf(answers)]: 'the API key',
  } as Record<string, string>;
  return [
    ...(IS_PACKAGE ? [['Install what it needs:', `${out === '.' ? '' : `cd ${out} && `}npm install`]] : []),
    ...setups.flatMap(({ before }) => before.map((step) => [step])),
    [
      'Store the secrets: each command asks for its value and does not show it.',
      ...Object.entries(secrets).flatMap(([name, where]) => [`# ${where}`, command(`secrets set ${name}`)]),
    ],
    ['Look whether all is there:', command('doctor --before')],
    ['Deploy:', command('deploy')],
    ...setups.flatMap(({ after }) => after(answers, command)),
    ['Look whether it runs:', command('doctor')],
  ];
}

const apiKeyOf = ({ domain = 'main' }: Answers): string => `/posture-bridge/${domain}/api-key`;

export function inputOf(answers: Answers, setups: readonly ChatSetup[]): BridgeInput {
  const parts = setups.map(({ chat, input }) => ({ chat, ...input(answers) }));
  const named = parts.flatMap(({ allow }) => (allow ? [allow] : []));
  const destinations: BridgeInput['destinations'] = Object.assign(
    {},
    ...parts.map((part) => (named.length > 0 && !part.allow ? openTo(part.destinations) : part.destinations)),
  );
  const names = Object.keys(destinations);
  const cases = names.filter((name) => name.startsWith('soc-'));
  const ops = names.find((name) => name.startsWith('ops-')) ?? cases[0];
  const domain = answers.domain ?? 'main';
  return {
    domains: { [domain]: { baseUrl: answers['api-url'] ?? '', apiKey: apiKeyOf(answers) } },
    ...Object.fromEntries(parts.map(({ chat, app }) => [chat, app])),
    destinations,
    routes: cases.length > 0 ? [{ name: 'everything', to: cases }] : [],
    verdicts: { allow: named.length > 0 ? Object.assign({}, ...named) : 'anyone-in-channel' },
    ...(ops !== undefined && { ops: { to: ops } }),
  } as BridgeInput;
}

/** Anyone in the channels of this chat only: people named for another chat stay the only ones there. */
const openTo = (destinations: BridgeInput['destinations']): BridgeInput['destinations'] =>
  Object.fromEntries(
    Object.entries(destinations).map(([name, one]) => [
      name,
      { ...one, verdicts: { allow: 'anyone-in-channel' } } as typeof one,
    ]),
  );

const filesOf = (
  input: BridgeInput,
  config: BridgeConfig,
  setups: readonly ChatSetup[],
  folder: string,
): WrittenFile[] => [
  {
    name: 'bridge.config.ts',
    for: 'what the bridge does; docs/configuration.md explains it',
    content: configFile(input, folder, IS_PACKAGE ? null : DEFINE),
  },
  ...(IS_PACKAGE
    ? repositoryFiles(input)
    : [
        {
          name: '.env.example',
          for: 'for npm start with the real systems',
          content: envExample(
            Object.values(config.domains)[0]?.baseUrl ?? '',
            setups.flatMap(({ variables }) => variables),
          ),
        },
      ]),
  ...setups.flatMap(({ files }) => files(config)),
];

/** Writes all files or none: checks first for existing ones. */
function write(folder: string, files: readonly WrittenFile[], force: boolean): void {
  const there = files.filter(({ name }) => existsSync(join(folder, name))).map(({ name }) => name);
  if (there.length > 0 && !force)
    throw new CommandError(
      `Nothing was written: ${there.join(', ')} would be written over. Choose another folder with --out, or give --force.`,
    );
  for (const { name, content } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}
