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
const TESTS = 'test/unit';
/** Of what the feature leaves there, only this is written anew. */
const WRITTEN = /^lib\/(?:compose\/generated\/|features\/features\.ts)/;
const IMPORTED = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?)'/g;

export interface Tried {
  /** What the type check says of the functions, and of all that they are made of. */
  readonly types: string;
  /** Of the tests that need nothing of the feature, and reach what was written anew. */
  readonly tests: string;
  /** How many others need nothing of it: nothing that they run has changed, so they pass as they did before. */
  readonly unchanged: number;
}

/**
 * A copy of the project, out of which one feature after the other is taken as a person would: its folder and its line, with the
 * lists written anew. It is one copy for all, because what it has checked and translated for one feature stays right for the next.
 */
export function openCopy() {
  const root = mkdtempSync(join(tmpdir(), 'without-feature-'));
  for (const path of [...COPIED, ...FOR_TESTS]) cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const config = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as object;
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ ...config, include: ['functions', 'lib'] }));
  const run = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('node', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  };
  return {
    without(feature: string): Tried {
      for (const path of ['lib/features', 'lib/compose']) {
        rmSync(join(root, path), { recursive: true });
        cpSync(path, join(root, path), { recursive: true });
      }
      rmSync(join(root, 'lib/features', feature), { recursive: true });
      takeOutLine(join(root, 'lib/features/features.ts'), feature);
      const written = run('--import', 'tsx', 'test/structure/features/write-facet-lists.ts');
      const { reaching, unchanged } = testsIn(root);
      const types = ['--checkers', '1', '--incremental', '--tsBuildInfoFile', 'checked.json'];
      return {
        types: written + run('node_modules/typescript-7/bin/tsc', ...types),
        // Without a name it would run all that there are.
        tests:
          reaching.length === 0
            ? ''
            : run('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...reaching),
        unchanged,
      };
    },
    close: () => rmSync(root, { recursive: true }),
  };
}

function takeOutLine(path: string, feature: string): void {
  const [head = '', list = ''] = readFileSync(path, 'utf8').split(/(?<== )\[/);
  const imports = head.split('\n').filter((line) => !line.includes(`'./${feature}/manifest.ts'`));
  const named = list.replace(new RegExp(`\\b${feature}\\b,?\\s*`), '');
  writeFileSync(path, `${imports.join('\n')}[${named}`);
}

/** The tests of which everything is still there: those that reach what was written anew, and how many others there are. */
function testsIn(root: string): { readonly reaching: readonly string[]; readonly unchanged: number } {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (path: string): readonly string[] => {
    const known = imports.get(path) ?? [
      ...[...readFileSync(join(root, path), 'utf8').matchAll(IMPORTED)].map(([, to = '']) =>
        join(dirname(path), to),
      ),
    ];
    imports.set(path, known);
    return known;
  };
  /** All that a file imports, and what that imports; null when some of it is gone. */
  function reachedFrom(path: string): ReadonlySet<string> | null {
    const reached = new Set([path]);
    for (const one of reached) {
      if (!existsSync(join(root, one))) return null;
      for (const to of importsOf(one)) reached.add(to);
    }
    return reached;
  }
  const whole = readdirSync(join(root, TESTS), { recursive: true, encoding: 'utf8' })
    .map((name) => join(TESTS, name))
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) => ({ path, reached: reachedFrom(path) ?? new Set<string>() }))
    .filter(({ reached }) => reached.size > 0);
  const reaching = whole.filter(({ reached }) => [...reached].some((one) => WRITTEN.test(one)));
  return { reaching: reaching.map(({ path }) => path), unchanged: whole.length - reaching.length };
}
