import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { z } from 'zod';
import type { Changes } from '../changes.ts';
import type { StandInEnv } from '../chat-core.ts';
import type { Delivery, Result } from '../deliver.ts';
import type { FaultBook } from '../fault-book.ts';
import { addFaultControls } from './faults.ts';
import { refuse } from './read-body.ts';

const BEAT_MS = 15_000;

type Core<Fault, Channel> = {
  readonly faults: Pick<FaultBook<Fault, never>, 'plan' | 'list' | 'clear'>;
  readonly changes: Changes;
  readonly deliveries: readonly Delivery[];
  readonly directory: { people: ReadonlyMap<string, object>; channels: ReadonlyMap<string, Channel> };
};

type Handles = {
  messages(channel: string): object[];
  thread(channel: string, root: string): object[];
  seen(userId?: string): object[];
  requests(): readonly object[];
  clearRequests(): void;
};

/** The control surface of both chats: people, channels, messages, traffic, faults and changes. */
export const createChatControls = <Fault, Channel extends { readonly id: string }>(
  { faults, changes, deliveries, directory }: Core<Fault, Channel>,
  handles: Handles,
  { schema, showChannel }: { schema: z.ZodType<Fault>; showChannel: (channel: Channel) => object },
) => {
  const app = new Hono<StandInEnv>();
  const knownChannel = (channelId: string): Channel =>
    directory.channels.get(channelId) ?? refuse(`There is no channel ${channelId}.`);

  app.get('/users', (c) => c.json({ users: [...directory.people.values()] }));
  app.get('/channels', (c) => c.json({ channels: [...directory.channels.values()].map(showChannel) }));
  app.get('/channels/:channel/messages', (c) =>
    c.json({ messages: handles.messages(knownChannel(c.req.param('channel')).id) }),
  );
  app.get('/channels/:channel/messages/:id/thread', (c) =>
    c.json({ messages: handles.thread(knownChannel(c.req.param('channel')).id, c.req.param('id')) }),
  );
  app.get('/seen', (c) => c.json({ seen: handles.seen(c.req.query('user')) }));

  app.get('/requests', (c) => c.json({ requests: handles.requests() }));
  app.delete('/requests', (c) => {
    handles.clearRequests();
    return c.json({ requests: [] });
  });
  // Without headers and bodies: those contain signatures and tokens.
  app.get('/deliveries', (c) =>
    c.json({ deliveries: deliveries.map(({ kind, at, url, outcome }) => ({ kind, at, url, outcome })) }),
  );
  addFaultControls(app, faults, schema);

  app.get('/stream', (c) =>
    streamSSE(c, async (stream) => {
      const stop = changes.listen((change) => {
        void stream.writeSSE({ event: change.type, data: JSON.stringify(change) });
      });
      stream.onAbort(stop);
      // The first line tells the listener that nothing is missed from here on.
      await stream.writeSSE({ event: 'ready', data: '{"type":"ready"}' });
      while (!stream.aborted && !stream.closed) {
        await stream.sleep(BEAT_MS);
        await stream.writeSSE({ event: 'beat', data: '{"type":"beat"}' });
      }
      stop();
    }),
  );
  return { app, knownChannel };
};

/** Without what was sent, which contains triggers, tokens and addresses. */
export const showResult = ({ outcome, seen }: Result) => ({
  outcome: outcome.kind,
  status: outcome.kind === 'answered' ? outcome.status : null,
  seen,
});
