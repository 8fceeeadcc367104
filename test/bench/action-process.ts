import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Answered, Started } from './action-runner.ts';

export interface RunningFunction {
  readonly started: Started;
  /** How each was answered, whatever the answer. */
  ask(events: readonly unknown[]): Promise<readonly Answered[]>;
  /** How long each took. Throws when one was not answered with 200. */
  time(events: readonly unknown[]): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export interface FunctionStart {
  readonly runnerPath: string;
  readonly bundlePath: string;
  readonly firstEvent: unknown;
  /** All that it knows of its surroundings. */
  readonly env: Readonly<Record<string, string>>;
  /** For what complains on purpose. */
  readonly silent?: boolean;
}

/** Starts a bundle in a process of its own, as Lambda would: it has answered its first request when this returns. */
export async function startFunction(start: FunctionStart): Promise<RunningFunction> {
  const { runnerPath, bundlePath, firstEvent, env, silent = false } = start;
  const child = spawn(process.execPath, [runnerPath], {
    stdio: ['ignore', 'ignore', silent ? 'ignore' : 'inherit', 'ipc'],
    env: { ...env, BUNDLE: bundlePath, FIRST_EVENT: JSON.stringify(firstEvent) },
  });
  const started = await reply<Started>(child);

  async function ask(events: readonly unknown[]): Promise<readonly Answered[]> {
    child.send([...events]);
    return reply<Answered[]>(child);
  }

  return {
    started,
    ask,
    async time(events) {
      const answers = await ask(events);
      const wrong = answers.find(({ status }) => status !== 200);
      if (wrong) throw new Error(`answered with ${wrong.status}`);
      return answers.map(({ ms }) => ms);
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

async function reply<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const died = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('the function ended before it answered');
  });
  died.catch(() => {});
  const [message] = (await Promise.race([once(child, 'message'), died])) as [T];
  ended.abort();
  return message;
}
