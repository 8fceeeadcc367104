import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { FunctionBundle } from './bundle-function.ts';
import type { Invocation, Reply } from './function-runner.ts';

export type Ended =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'error'; readonly message: string }
  /** The process is gone. */
  | { readonly outcome: 'died' };

/** One process of a function, as Lambda keeps it: warm between invocations, one at a time. */
export interface FunctionProcess {
  /** What it wrote to stdout and stderr, line by line. */
  readonly output: readonly string[];
  readonly errors: readonly string[];
  readonly alive: boolean;
  invoke(invocation: Invocation): Promise<Ended>;
  /** SIGKILL, with no time to say anything. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a function with this environment and nothing else of ours. Resolves when it can be invoked. */
export async function startFunction(
  bundle: FunctionBundle,
  env: Readonly<Record<string, string>>,
): Promise<FunctionProcess> {
  const child = spawn(process.execPath, [bundle.runnerPath, bundle.path], {
    // Node 20 is what it runs on, and the warning about that would be the first line of every process.
    env: { ...env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = linesOf(child.stdout);
  const errors = linesOf(child.stderr);
  const gone = once(child, 'close').then(() => undefined);
  const alive = () => child.exitCode === null && child.signalCode === null;

  const next = async (): Promise<Reply | undefined> =>
    Promise.race([once(child, 'message').then(([reply]) => reply as Reply), gone]);

  if ((await next())?.is !== 'ready') throw new Error(`the function did not start: ${errors.join('\n')}`);

  return {
    output,
    errors,
    get alive() {
      return alive();
    },
    async invoke(invocation) {
      const reply = next();
      if (alive()) child.send(invocation, () => {});
      const answer = await reply;
      if (answer === undefined) return { outcome: 'died' };
      return answer.is === 'error' ? { outcome: 'error', message: answer.message } : { outcome: 'done' };
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function linesOf(stream: ChildProcess['stdout']): readonly string[] {
  const lines: string[] = [];
  createInterface(stream as Readable).on('line', (line) => lines.push(line));
  return lines;
}
