import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CommandError } from './errors.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const IS_PACKAGE = !import.meta.url.endsWith('.ts');

/** The package has the program as it was built, which needs no loader. */
const inPackage = (program: readonly string[]): string[] => {
  const at = program.indexOf('cli/deploy/cdk.ts');
  return at === -1 ? [...program] : ['dist/cli/cdk.mjs', ...program.slice(at + 1)];
};

/** Runs another program of this package in the same terminal; resolves to its exit code. */
export async function runOther(program: readonly string[], args: readonly string[]): Promise<number> {
  const found = (IS_PACKAGE ? inPackage(program) : program).map((part) =>
    /^(cli|local|dist)\//.test(part) ? `${ROOT}${part}` : part,
  );
  const absent = found.find((part) => part.startsWith(ROOT) && !existsSync(part));
  if (absent) {
    throw new CommandError(
      'This command needs a clone of posture-bridge: it is no part of the package. Clone the repository, run npm ci there, and run it again.',
    );
  }
  // The other program owns the terminal while it runs: CDK asks before it deploys.
  const child = spawn(process.execPath, [...found, ...args], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both: the other program says when it has ended.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}
