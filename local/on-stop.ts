/**
 * Calls `stop` once, when this process is told to end or when the process that started it has gone. npm passes a signal on
 * to its shell only, which ends and leaves us behind.
 */
export function onStop(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) end();
  }, 500);
  watch.unref();
  const end = () => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, end);
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, end);
}

/** The last is a terminal that was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
