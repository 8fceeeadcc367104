import type { Console } from './app.ts';

/** Repeatedly reads what does not announce its changes, but only while a page is open. */
export function startPolling(
  { hub, flow, world }: Pick<Console, 'hub' | 'flow' | 'world'>,
  everyMs: number,
): () => void {
  let polling = false;
  async function poll(): Promise<void> {
    const [moved, turned] = await Promise.allSettled([flow.look(), world.look()]);
    if (moved.status === 'fulfilled') {
      for (const part of ['flow', 'items', 'health', 'verdicts', 'trouble'] as const)
        if (moved.value[part]) hub.mark(part);
    }
    if (turned.status === 'fulfilled' && turned.value) hub.mark('world');
  }
  const timer = setInterval(() => {
    if (polling || hub.size === 0) return;
    polling = true;
    // A part that does not answer now is asked again.
    void poll().finally(() => {
      polling = false;
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
