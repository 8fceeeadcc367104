import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs another program of this package with the terminal as it is; what it ended with. */
export async function runOther(program: readonly string[], args: readonly string[]): Promise<number> {
  const found = program.map((part) => (/^(cli|local)\//.test(part) ? `${ROOT}${part}` : part));
  // The terminal is that program's while it runs: CDK asks before it deploys.
  const child = spawn(process.execPath, [...found, ...args], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both: the other one says when it has ended.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}
