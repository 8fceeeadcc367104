import { basename, join } from 'node:path';
import {
  type DrivenTime,
  type FunctionProcess,
  type FunctionSettings,
  type Outcome,
  startFunctionProcess,
} from './function-process.ts';

export interface PoolOptions {
  readonly settings: FunctionSettings;
  /** Concurrent invocations, including those that wait for a process. */
  readonly concurrency: number;
  /** Concurrent processes; as many as invocations unless given. */
  readonly processes?: number;
  readonly onColdStart?: () => void;
  /** Keys for one process, and their revocation when it has ended. */
  readonly issueKeys?: () => { readonly env: Readonly<Record<string, string>>; revoke(): void };
  readonly onLine: (line: string) => void;
  readonly log: (line: string) => void;
  /** How long an idle process is kept. */
  readonly idleMs?: number;
  readonly time?: DrivenTime | undefined;
}

export const THROTTLED: Outcome = {
  ok: false,
  errorType: 'TooManyRequestsException',
  errorMessage: 'Rate Exceeded.',
};
const STOPPED: Outcome = {
  ok: false,
  errorType: 'Sandbox.Stopped',
  errorMessage: 'the local cloud is stopping',
};
const TEN_MINUTES = 600_000;
/** On Lambda each start has its own machine. Here they share one, and more at once would all be late. */
const STARTING_AT_ONCE = 2;

/** A function with as many processes as are needed at once. */
export function createFunctionPool(options: PoolOptions) {
  const { concurrency, processes = concurrency, onLine, log, idleMs = TEN_MINUTES } = options;
  let { settings } = options;
  const all = new Set<FunctionProcess>();
  /** Grows whenever the code is replaced. Earlier processes may still run the old code. */
  let version = 0;
  const versionOf = new WeakMap<FunctionProcess, number>();
  const runsVersion = (process: FunctionProcess): number => versionOf.get(process) ?? 0;
  /** The most recently used one is used next: the others become idle and end. */
  const free: { process: FunctionProcess; timer: NodeJS.Timeout }[] = [];
  const busy = new Map<FunctionProcess, unknown>();
  const waiting: (() => void)[] = [];
  const starting = new Set<FunctionProcess>();
  const takers: { readonly since: number; take(process: FunctionProcess): void }[] = [];
  const listeners: (() => void)[] = [];
  const counts = { coldStarts: 0, invocations: 0, errors: 0 };
  let running = 0;
  let stopped = false;

  /** A warm process, or the first that becomes free or has started: like Lambda, it does not insist on a cold one. */
  function take(): Promise<FunctionProcess> | FunctionProcess {
    for (let warm = free.pop(); warm; warm = free.pop()) {
      clearTimeout(warm.timer);
      if (warm.process.alive) return warm.process;
      all.delete(warm.process);
    }
    return new Promise((resolve) => {
      takers.push({ since: version, take: resolve });
      startIfNeeded();
    });
  }

  function startIfNeeded(): void {
    if (starting.size < Math.min(takers.length, STARTING_AT_ONCE)) start();
  }

  function start(): void {
    counts.coldStarts++;
    options.onColdStart?.();
    const keys = options.issueKeys?.();
    const env = { ...settings.env, ...keys?.env };
    const process = startFunctionProcess({ ...settings, env }, onLine, options.time);
    if (keys) void process.gone.then(keys.revoke);
    all.add(process);
    versionOf.set(process, version);
    starting.add(process);
    void process.started.then(() => {
      starting.delete(process);
      handOn(process);
    });
  }

  /** Passes the process to the next waiting invocation that may use it; otherwise it becomes idle. */
  function handOn(process: FunctionProcess): void {
    const index = takers.findIndex(({ since }) => since <= runsVersion(process));
    const [taker] = index < 0 ? [] : takers.splice(index, 1);
    if (taker) taker.take(process);
    else giveBack(process);
    startIfNeeded();
  }

  function giveBack(process: FunctionProcess): void {
    if (!process.alive || stopped || runsVersion(process) < version) {
      all.delete(process);
      if (process.alive) void process.kill();
      return;
    }
    const end = () => {
      free.splice(
        free.findIndex((one) => one.process === process),
        1,
      );
      all.delete(process);
      void process.kill();
    };
    free.push({ process, timer: setTimeout(end, idleMs).unref() });
  }

  return {
    get settings(): FunctionSettings {
      return settings;
    },
    /** Like UpdateFunctionCode: a running invocation ends with the old code, and the next one runs the new code. */
    updateCode(bundleDir: string): void {
      const env = { ...settings.env, LAMBDA_TASK_ROOT: bundleDir };
      settings = { ...settings, bundleDir, file: join(bundleDir, basename(settings.file)), env };
      version++;
      for (const { process, timer } of free.splice(0)) {
        clearTimeout(timer);
        giveBack(process);
      }
    },
    counts: counts as Readonly<typeof counts>,
    get pids(): readonly number[] {
      return [...all].filter(({ alive }) => alive).map(({ pid }) => pid);
    },
    /** The processes that handle an invocation at this moment, and their events. */
    get busy(): readonly { readonly pid: number; readonly event: unknown }[] {
      return [...busy].filter(([{ alive }]) => alive).map(([{ pid }, event]) => ({ pid, event }));
    },
    /** Called whenever a process gets an invocation. */
    onInvoke: (listener: () => void) => void listeners.push(listener),
    /**
     * Waits for a free process if all are busy. `refuse` gives up at the limit, as Lambda does for a caller who waits for
     * an answer; `wait` is for callers who would retry.
     */
    async invoke(event: unknown, whenBusy: 'wait' | 'refuse' = 'wait'): Promise<Outcome> {
      if (running < processes) running++;
      else if (whenBusy === 'refuse' && running + waiting.length >= concurrency) return THROTTLED;
      // An invocation that ends gives its place to the next one waiting, so that no other slips in between.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      if (stopped) return STOPPED;
      counts.invocations++;
      const taken = take();
      // Synchronously if one is free, so that it is seen at work at once.
      const process = taken instanceof Promise ? await taken : taken;
      const invoking = process.invoke(event);
      busy.set(process, event);
      for (const told of listeners) told();
      const outcome = await invoking;
      busy.delete(process);
      if (process.alive) handOn(process);
      else giveBack(process);
      const next = waiting.shift();
      if (next) next();
      else running--;
      if (outcome.ok) return outcome;
      if (stopped) return STOPPED;
      counts.errors++;
      log(`${settings.name} failed: ${outcome.errorType}: ${outcome.errorMessage}`);
      return outcome;
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const { timer } of free) clearTimeout(timer);
      for (const resume of waiting.splice(0)) resume();
      await Promise.all([...all].map((process) => process.kill()));
    },
  };
}

export type LocalFunction = ReturnType<typeof createFunctionPool>;
