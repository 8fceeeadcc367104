import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Everything that a person runs in a terminal, and what it consists of. What runs in a browser has no terminal. */
const FOLDERS = [
  'cdk',
  'cli',
  'console',
  'functions',
  'lib',
  'local',
  'test/bench',
  'test/pollproof',
  'test/soak',
];
const MAY = new Set([
  'lib/base/terminal.ts',
  // Plain JavaScript for a Node that is too old for anything else; it names its own version and a package.
  'local/start/launch.mjs',
  // The terminal is CDK's while it runs: it asks before it deploys.
  'cli/frame/run-other.ts',
  // The same, and a question to the person in front of it.
  'cli/bridge.mjs',
  'lib/base/ask-person.ts',
  // A line of JSON for the process that started it, a moment before its end: there is no time for more.
  'test/soak/kills/lives.mjs',
]);
/** Benches that print figures, and no text from anywhere else. */
const FIGURES = /^test\/bench\//;

const PAST_IT = new RegExp(
  [
    String.raw`\bconsole\s*(?:\.|\?\.|\[)\s*['"]?(?:log|error|warn|info|debug|dir|table|trace|group)`,
    // Listening to a stream is no writing.
    String.raw`\bprocess\s*(?:\.\s*|\[\s*['"])std(?:out|err)\b['"\]]*(?!\s*\.\s*(?:on|isTTY|columns)\b)`,
    String.raw`\bwrite(?:v|Sync|File|FileSync)?\(\s*[12]\s*,`,
    '/dev/(?:tty|stdout|stderr)',
    String.raw`\bstdio:\s*['"]inherit`,
  ].join('|'),
);

const strip = (source: string): string => source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/node_modules|console\/client|\/peers\//.test(path)),
);

describe('what is printed', () => {
  it('goes through lib/base/terminal.ts, in every command and function', () => {
    expect(sources.length).toBeGreaterThan(300);
    const past = sources.filter((path) => !MAY.has(path) && PAST_IT.test(strip(readFileSync(path, 'utf8'))));
    expect(past.filter((path) => !FIGURES.test(path))).toEqual([]);
  });

  it.each([
    "console.log('x')",
    'console["error"](x)',
    'process.stdout.write(line)',
    '(json ? process.stderr : process.stdout).write(line)',
    "process['stdout'].write(x)",
    'writeSync(1, text)',
    'stream.pipe(process.stdout)',
    "spawn('node', [], { stdio: 'inherit' })",
  ])('would find %j', (source) => {
    expect(PAST_IT.test(strip(source))).toBe(true);
  });

  it.each(["process.stdout.on('error', stop)", '// console.log(x)', "fs.writeFileSync(path, 'x')"])(
    'does not mind %j',
    (source) => {
      expect(PAST_IT.test(strip(source))).toBe(false);
    },
  );
});
