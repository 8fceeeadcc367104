import { availableParallelism, cpus, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What the machine did while something was measured. */
export interface MachineFigures {
  readonly cores: number;
  /** Before it began: what others kept busy in the last minute, in cores. */
  readonly loadBefore: number;
  readonly loadAfter: number;
  /** Of all cores, by everybody. */
  readonly busyShare: number;
  /** How long this process could not go on: the chats, the API and the local cloud all run in it. */
  readonly stalledMs: { readonly p99: number; readonly max: number };
}

const BUSY_BEFORE_SHARE = 0.4;
const BUSY_SHARE = 0.8;
const STALLED_P99_MS = 200;

/** Why figures from this machine are not to be trusted; nothing when they are. */
export function whyNotTrusted(machine: MachineFigures): readonly string[] {
  const { cores, loadBefore, busyShare, stalledMs } = machine;
  return [
    ...(loadBefore > cores * BUSY_BEFORE_SHARE
      ? [`before it began, others kept ${loadBefore.toFixed(1)} of ${cores} cores busy`]
      : []),
    ...(busyShare > BUSY_SHARE ? [`all cores were ${(busyShare * 100).toFixed(0)} % busy`] : []),
    ...(stalledMs.p99 > STALLED_P99_MS
      ? [`the chats and the local cloud stood still for ${stalledMs.p99.toFixed(0)} ms in one of 100 moments`]
      : []),
  ];
}

const NS_PER_MS = 1e6;
const LOOK_MS = 10;
const loadNow = (): number => loadavg()[0] ?? 0;

function cpuTimes(): { busy: number; all: number } {
  const times = cpus().map(({ times: one }) => one);
  const all = times.reduce((sum, one) => sum + Object.values(one).reduce((a, b) => a + b, 0), 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}

/** Looks at the machine until it is asked. `loadBefore` is of now, so call it before anything else. */
export function watchMachine(loadBefore: number = loadNow()): () => MachineFigures {
  const before = cpuTimes();
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  return () => {
    const after = cpuTimes();
    const stalled = (ns: number) => Math.max(0, ns / NS_PER_MS - LOOK_MS);
    return {
      cores: availableParallelism(),
      loadBefore,
      loadAfter: loadNow(),
      busyShare: (after.busy - before.busy) / Math.max(1, after.all - before.all),
      stalledMs: { p99: stalled(delay.percentile(99)), max: stalled(delay.max) },
    };
  };
}
