import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Hub } from './hub.ts';
import type { Subscriber, Taken } from './subscriber.ts';

/** Changes within this time are sent together. */
const TOGETHER_MS = 150;
const BEAT_MS = 15_000;
/** A browser has a few pages open, not hundreds. */
const MOST_LISTENERS = 30;

/** Server-sent events: the whole state first, and from then on the differences. */
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
          // Ends when the browser has taken it, so a slow browser gets fewer events, not a backlog.
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
