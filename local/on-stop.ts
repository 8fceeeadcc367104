/**
 * Calls `stop` once, when this process is told to end or its parent process is gone. npm forwards a signal only to its
 * shell, which ends and leaves us behind.
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

/** The last one means that the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
