import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = process.cwd();
const COMPILER = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');

/** Where a page imports from, as a reader of it would, and where that is here. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/from '\.\/(lib|local|cdk)\//g, `from '${ROOT}/$1/`],
  [/from 'posture-bridge\/cdk'/g, `from '${ROOT}/cdk/index.ts'`],
  [/from 'posture-bridge'/g, `from '${ROOT}/lib/config/define-bridge.ts'`],
];
export const imported = (text: string): string =>
  PLACES.reduce((changed, [pattern, place]) => changed.replaceAll(pattern, place), text);

/** What the compiler says against these modules, in one run. Each is named by where it comes from. */
export async function compile(modules: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const names = [...modules.keys()];
    for (const [at, text] of [...modules.values()].entries())
      writeFileSync(join(folder, `sample-${at}.mts`), imported(text));
    const project = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
      include: ['*.mts'],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [COMPILER, '-p', folder, '--pretty', 'false'],
      {
        cwd: folder,
      },
    ).catch((error: { stdout: string }) => error);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(/^.*?sample-(\d+)\.mts/, (_, at: string) => names[Number(at)] ?? at));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
