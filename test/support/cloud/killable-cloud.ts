import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LocalCloudOptions } from '../../../local/cloud/options.ts';
import type { Order, Said } from './cloud-runner.ts';

const RUNNER = fileURLToPath(new URL('./cloud-runner.ts', import.meta.url));

export type Started = Extract<Said, { is: 'started' }>;

/** A process that can become a local cloud at any time, and stop being one at any time. */
export interface KillableCloud {
  /** It can be started without delay. */
  readonly loaded: Promise<unknown>;
  /** Everything that it and its functions said. */
  readonly lines: readonly string[];
  /** Nothing when it was killed before it was there. */
  start(options: LocalCloudOptions): Promise<Started | undefined>;
  invoke(name: string, event: unknown): Promise<void>;
  /** SIGKILL. Resolves when it is gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export function loadCloud(): KillableCloud {
  const child = fork(RUNNER, {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const lines: string[] = [];
  const gone = once(child, 'exit');
  const waiting = new Map<Said['is'], (message: Said | Error | undefined) => void>();

  child.on('message', (message: Said) => {
    if (message.is === 'said') lines.push(`${message.from}: ${message.line}`);
    else if (message.is === 'failed') for (const tell of waiting.values()) tell(new Error(message.problem));
    else waiting.get(message.is)?.(message);
  });
  void gone.then(() => {
    for (const tell of waiting.values()) tell(undefined);
  });
  const heard = <T extends Said>(is: T['is']): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
      waiting.set(is, (message) => {
        waiting.delete(is);
        if (message instanceof Error) reject(message);
        else resolve(message as T | undefined);
      });
    });
  const loaded = heard('loaded');
  const order = (message: Order) => void (child.connected && child.send(message, () => {}));

  return {
    loaded,
    lines,
    async start(options) {
      await loaded;
      const started = heard<Started>('started');
      order({ do: 'start', options });
      return started;
    },
    async invoke(name, event) {
      const invoked = heard('invoked');
      order({ do: 'invoke', name, event });
      await invoked;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      const stopped = heard('stopped');
      order({ do: 'stop' });
      await stopped;
      child.disconnect();
      await gone;
    },
  };
}
