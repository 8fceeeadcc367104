import type { Console } from './app.ts';

const EVERY_MS = 1_000;

/** What says nothing when it changes is looked at again and again, but only while a page is open. */
export function startLooking({ hub, flow, world }: Pick<Console, 'hub' | 'flow' | 'world'>): () => void {
  let looking = false;
  async function look(): Promise<void> {
    await Promise.allSettled([
      flow.look().then((moved) => {
        if (moved.flow) hub.mark('flow');
        if (moved.items) hub.mark('items');
        if (moved.verdicts) hub.mark('verdicts');
      }),
      world.look().then((turned) => {
        if (turned) hub.mark('world');
      }),
    ]);
  }
  const timer = setInterval(() => {
    if (looking || hub.size === 0) return;
    looking = true;
    // A part that does not answer now is asked again in a second. When it is gone, so are we.
    look()
      .catch(() => {})
      .finally(() => {
        looking = false;
      });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
