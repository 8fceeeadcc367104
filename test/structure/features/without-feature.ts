import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const COPIED = ['bridge.config.ts', 'cdk', 'cli', 'console', 'functions', 'lib', 'local', 'package.json'];
const FOR_TESTS = ['docs', 'test', 'tsconfig.json', 'vitest.config.ts'];
const TESTS = 'test/unit/features';
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g;

export interface Tried {
  /** What the type check says of the functions, and of all that they are made of. */
  readonly types: string;
  /** Of the tests that need nothing of the feature. */
  readonly tests: string;
  readonly testFiles: number;
}

/** Takes a feature out of a copy of the project as a person would: its folder and its line, and writes the lists anew. */
export function tryWithout(feature: string): Tried {
  const root = mkdtempSync(join(tmpdir(), 'without-feature-'));
  try {
    for (const path of [...COPIED, ...FOR_TESTS]) cpSync(path, join(root, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    rmSync(join(root, 'lib/features', feature), { recursive: true });
    takeOutLine(join(root, 'lib/features/features.ts'), feature);
    const run = (...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync('node', args, { cwd: root, encoding: 'utf8' });
      return status === 0 ? '' : `${stdout}${stderr}`;
    };
    const written = run('--import', 'tsx', 'test/structure/features/write-facet-lists.ts');
    const config = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as object;
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ ...config, include: ['functions', 'lib'] }));
    const testFiles = testsIn(root);
    return {
      types: written + run('node_modules/typescript-7/bin/tsc', '--checkers', '1'),
      tests: run('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...testFiles),
      testFiles: testFiles.length,
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

function takeOutLine(path: string, feature: string): void {
  const [head = '', list = ''] = readFileSync(path, 'utf8').split(/(?<== )\[/);
  const imports = head.split('\n').filter((line) => !line.includes(`'./${feature}/manifest.ts'`));
  const named = list.replace(new RegExp(`\\b${feature}\\b,?\\s*`), '');
  writeFileSync(path, `${imports.join('\n')}[${named}`);
}

/** The tests of features of which everything is still there. */
function testsIn(root: string): string[] {
  const known = new Map<string, boolean>();
  function isWhole(path: string): boolean {
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, true);
    const whole =
      existsSync(path) &&
      [...readFileSync(path, 'utf8').matchAll(IMPORTED)].every(([, to = '']) =>
        isWhole(resolve(dirname(path), to)),
      );
    known.set(path, whole);
    return whole;
  }
  return readdirSync(join(root, TESTS), { recursive: true, encoding: 'utf8' })
    .map((name) => join(TESTS, name))
    .filter((path) => path.endsWith('.test.ts') && isWhole(join(root, path)));
}
