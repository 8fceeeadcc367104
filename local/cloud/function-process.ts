import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A function as the template describes it. */
export interface FunctionSettings {
  readonly logicalId: string;
  readonly name: string;
  readonly arn: string;
  readonly bundleDir: string;
  /** The file of the bundle and what it exports. */
  readonly file: string;
  readonly exported: string;
  /** Everything that the process sees of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

/** Time that moves only when its owner moves it. */
export interface DrivenTime {
  now(): number;
  /** How long each AWS service takes to answer, by its name, and everybody else under `outside`. */
  readonly latenciesMs: Readonly<Record<string, number>>;
  /** How long a function computes for a run, and for each call that it makes. */
  cpuMsOf(settings: FunctionSettings): { readonly run: number; readonly call: number };
  onRun(settings: FunctionSettings, tookMs: number): void;
  /** Begins a run that proceeds in time only together with others; null for an independent one. */
  beside?(settings: FunctionSettings): AsideRun | null;
}

export interface AsideRun {
  /** Resolves when the run may go on from now to then. */
  until(atMs: number, nowMs: number): Promise<void>;
  end(): void;
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly errorType: string; readonly errorMessage: string };

type Reply =
  | { readonly is: 'ready' }
  | { readonly is: 'done'; readonly value: string; readonly tookMs?: number }
  | {
      readonly is: 'failed' | 'not-ready';
      readonly errorType: string;
      readonly errorMessage: string;
      readonly tookMs?: number;
    };

/** A run asks whether it may go on to then. */
interface Asked {
  readonly is: 'until';
  readonly atMs: number;
  readonly nowMs: number;
}

const HOST = fileURLToPath(new URL('function-host.mjs', import.meta.url));
const DRIVEN = new URL('driven-time.mjs', import.meta.url).href;
/** Lambda gives up on a cold start after ten seconds. */
const INIT_MS = 10_000;
/** In driven time, real durations mean nothing. Only what never ends is given up. */
const DRIVEN_MS = 600_000;

/** Lambda's own flags for V8: a tenth of the memory for the young generation, in two halves, the rest for the old one. */
function heapFlags(memoryMb: number): string[] {
  const youngMb = Math.floor(memoryMb / 10);
  return [`--max-semi-space-size=${Math.floor(youngMb / 2)}`, `--max-old-space-size=${memoryMb - youngMb}`];
}

/**
 * Starts one process of a function, as Lambda keeps it: warm between invocations, one at a time. The first invocation
 * waits until the bundle is loaded.
 */
export function startFunctionProcess(
  settings: FunctionSettings,
  onLine: (line: string) => void,
  driven?: DrivenTime,
) {
  const { file, exported, name, arn, memoryMb, timeoutMs } = settings;
  const loaded = driven ? ['--import', DRIVEN] : [];
  const given = driven ? [JSON.stringify(timeOf(driven, settings))] : [];
  const child = spawn(
    process.execPath,
    [...heapFlags(memoryMb), ...loaded, HOST, file, exported, name, arn, String(memoryMb), ...given],
    { cwd: settings.bundleDir, env: settings.env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let alive = true;
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      alive = false;
      resolve();
    };
    child.once('close', end);
    child.once('error', end);
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream as Readable).on('line', onLine);
  }

  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  const ready = nextReply(child, gone, driven ? DRIVEN_MS : INIT_MS, kill);
  // Readiness is checked at the first invocation, which may be after it has failed.
  ready.catch(() => {});

  return {
    pid: child.pid ?? -1,
    get alive() {
      return alive;
    },
    gone,
    /** Resolves when its bundle is loaded, or when that has failed, which the first invocation reports. */
    started: ready.then(
      () => {},
      () => {},
    ),
    /** SIGKILL, without time to say anything. Resolves when it is gone. */
    kill,
    async invoke(event: unknown): Promise<Outcome> {
      const start = await ready;
      if (start === 'died') return failed('Runtime.ExitError', 'the process ended before it was ready');
      if (start === 'late')
        return failed('Sandbox.Timedout', `the cold start took longer than ${INIT_MS} ms`);
      if (start.is === 'not-ready') {
        await gone;
        return failed(start.errorType, start.errorMessage);
      }
      const reply = nextReply(child, gone, driven ? DRIVEN_MS : timeoutMs, kill);
      const requestId = randomUUID();
      const startMs = driven?.now();
      const aside = driven?.beside?.(settings) ?? null;
      const onAsked = (said: Reply | Asked) => {
        if (said.is === 'until')
          void aside?.until(said.atMs, said.nowMs).then(() => child.send({ is: 'go' }));
      };
      child.on('message', onAsked);
      const isAside = aside !== null;
      child.send({ event: JSON.stringify(event), requestId, timeoutMs, startMs, isAside }, () => {});
      const answer = await reply;
      child.off('message', onAsked);
      aside?.end();
      const tookMs = typeof answer === 'object' && 'tookMs' in answer ? (answer.tookMs ?? 0) : 0;
      driven?.onRun(settings, tookMs);
      if (answer === 'died') return failed('Runtime.ExitError', 'the process ended before it answered');
      if (answer === 'late' || tookMs > timeoutMs) {
        return failed('Sandbox.Timedout', `Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`);
      }
      if (answer.is === 'done') return { ok: true, value: JSON.parse(answer.value) };
      if (answer.is === 'failed') return failed(answer.errorType, answer.errorMessage);
      return failed('Runtime.Unknown', `an answer that is not expected here: ${answer.is}`);
    },
  };
}

export type FunctionProcess = ReturnType<typeof startFunctionProcess>;

const timeOf = (driven: DrivenTime, settings: FunctionSettings) => ({
  startMs: driven.now(),
  latenciesMs: driven.latenciesMs,
  cpuMs: driven.cpuMsOf(settings),
});

const failed = (errorType: string, errorMessage: string): Outcome => ({ ok: false, errorType, errorMessage });

async function nextMessage(child: ChildProcess, signal: AbortSignal): Promise<Reply> {
  for (;;) {
    const [message] = (await once(child, 'message', { signal })) as [Reply | Asked];
    if (message.is !== 'until') return message;
  }
}

/** The next message of the process, which is killed if that takes too long. */
async function nextReply(
  child: ChildProcess,
  gone: Promise<void>,
  limitMs: number,
  kill: () => Promise<void>,
): Promise<Reply | 'died' | 'late'> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  const reply = nextMessage(child, over.signal).catch(() => 'died' as const);
  const first = await Promise.race([reply, late, gone.then(() => 'died' as const)]);
  clearTimeout(timer);
  over.abort();
  if (first === 'late') await kill();
  return first;
}
