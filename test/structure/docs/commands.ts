import type { Repository } from './repository.ts';

type Commands = Pick<Repository, 'scripts' | 'programs' | 'paths'>;

// Those of npm's own that a page may ask for. A new one is a choice, and a wrong one is a typing error.
const OF_NPM = ['ci', 'install', 'ls', 'pack', 'run', 'install-scripts', 'view', 'help'];
// What npm runs without `run`, if there is such a script.
const SHORT = ['start', 'test'];

/** What a line of shell asks npm for: `test` in `npm ci && npm test`, `bench:*` in `npm run bench:*`. */
export function scriptsIn(line: string): string[] {
  return npmCalls(line).flatMap(([command, name]) => {
    if (command === 'run') return name === undefined ? [] : [name];
    return command !== undefined && SHORT.includes(command) ? [command] : [];
  });
}

/** What is wrong with the `npm` and `npx` of a line, as ends of a sentence. */
export function wrongCommands(line: string, { scripts, programs }: Commands): string[] {
  const names = Object.keys(scripts);
  const missing = scriptsIn(line).filter((script) => !names.some((name) => globOf(script).test(name)));
  const unknown = npmCalls(line).flatMap(([command]) =>
    command === undefined || [...OF_NPM, ...SHORT].includes(command) ? [] : [command],
  );
  const absent = words(line, 'npx').flatMap(([name]) =>
    name === undefined || programs.has(name) ? [] : [name],
  );
  return [
    ...missing.map((name) => `package.json has no script ${name}`),
    ...unknown.map((name) => `npm ${name} is no command that we know`),
    ...absent.map((name) => `npx ${name} is in no package that is installed`),
  ];
}

/** What is wrong with the scripts themselves: a file, a program or another script that is not there. */
export function wrongScripts(commands: Commands): string[] {
  return Object.entries(commands.scripts).flatMap(([name, line]) => {
    const files = line.split(/\s+/).filter((word) => /^[\w.-]+\/.*\.\w+$/.test(word));
    const ours = files.filter((file) => !file.startsWith('node_modules/') && !commands.paths.has(file));
    const programs = line.split('&&').map((part) => part.trim().split(/\s+/)[0] ?? '');
    const absent = programs.filter((word) => !['node', 'npm'].includes(word) && !commands.programs.has(word));
    return [
      ...ours.map((file) => `the script ${name} runs ${file}, which is not there`),
      ...absent.map((word) => `the script ${name} runs ${word}, which no installed package brings`),
      ...wrongCommands(line, commands).map((problem) => `the script ${name} cannot run: ${problem}`),
    ];
  });
}

/** `*` and `{a,b}`, as far as pages use them. */
export function globOf(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&');
  const alternatives = escaped.replaceAll(
    /\{([^}]*)\}/g,
    (_, list: string) => `(${list.replaceAll(',', '|')})`,
  );
  return new RegExp(`^${alternatives.replaceAll(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`);
}

const npmCalls = (line: string): string[][] => words(line, 'npm');

/** The words after a program, without flags, up to the next command or to what is handed on after `--`. */
function words(line: string, program: string): string[][] {
  const calls = line
    .replace(/(^|\s)#.*$/, '')
    .matchAll(new RegExp(`(?:^|[\\s(;&|\`])${program} ([^&|;)]*)`, 'g'));
  return [...calls].map(([, rest = '']) => {
    const [own = ''] = rest.split(' -- ');
    return own
      .replaceAll(/--prefix[ =]\S+/g, '')
      .split(/\s+/)
      .filter((word) => word !== '' && !word.startsWith('-'));
  });
}
