import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Hub } from './hub.ts';
import type { Subscriber, Taken } from './subscriber.ts';

/** What changes within this time is sent together. */
const TOGETHER_MS = 150;
const BEAT_MS = 15_000;
/** A browser has a few pages open, not hundreds. */
const MOST_LISTENERS = 30;

/** Server-sent events: how things stand, and from then on what is different. */
export function addStream(app: Hono, hub: Hub): void {
  app.get('/events', (c) => {
    if (hub.size >= MOST_LISTENERS) {
      return c.json({ error: `${MOST_LISTENERS} pages listen already. Close some of them.` }, 503);
    }
    return streamSSE(c, async (stream) => {
      const subscriber = hub.join(c.req.query('person'));
      stream.onAbort(() => hub.leave(subscriber));
      try {
        while (!stream.aborted && !stream.closed) {
          const taken = await subscriber.take(BEAT_MS);
          if (stream.aborted) return;
          const sent = await eventFor(hub, subscriber, taken);
          // Ends when the browser has taken it, so a slow one is asked less often and not sent more.
          if (sent) await stream.writeSSE({ event: sent.event, data: JSON.stringify(sent.data) });
          await stream.sleep(TOGETHER_MS);
        }
      } finally {
        hub.leave(subscriber);
      }
    });
  });
}

async function eventFor(hub: Hub, subscriber: Subscriber, taken: Taken) {
  if (taken === 'everything') return { event: 'snapshot', data: await hub.snapshot(subscriber) };
  if (taken === 'nothing') return { event: 'beat', data: {} };
  const change = hub.change(subscriber, taken);
  // The marked message may be for another person only.
  const isEmpty = Object.keys(change).every((name) => name === 'atMs');
  return isEmpty ? null : { event: 'change', data: change };
}
