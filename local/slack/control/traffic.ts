import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { Handles } from '../handles.ts';
import type { Service, SlackEnv } from '../service.ts';
import { Fault } from '../state/fault-book.ts';
import { readBody, refuse } from './input.ts';

const TokenChange = z.strictObject({
  state: z.enum(['active', 'revoked', 'inactive']).optional(),
  scopes: z.array(z.string().min(1)).optional(),
});
const address = z.url({ protocol: /^https?$/ });
const SettingsChange = z.strictObject({
  rates: z.boolean().optional(),
  speed: z.number().positive().optional(),
  signing: z.strictObject({ wrongSecret: z.boolean(), skewSeconds: z.int() }).optional(),
  request_url: address.optional(),
});

const BEAT_MS = 15_000;

/** What goes over the wire, what is to go wrong with it, and who may. */
export const addTrafficControls = (app: Hono<SlackEnv>, service: Service, handles: Handles): void => {
  const { faults, token, settings, changes } = service;

  app.get('/requests', (c) => c.json({ requests: handles.requests() }));
  app.delete('/requests', (c) => {
    handles.clearRequests();
    return c.json({ requests: [] });
  });
  // Without headers and bodies: those hold signatures.
  app.get('/deliveries', (c) =>
    c.json({
      deliveries: service.deliveries.map(({ kind, at, url, outcome }) => ({ kind, at, url, outcome })),
    }),
  );

  app.get('/faults', (c) => c.json({ faults: faults.list() }));
  app.post('/faults', async (c) => c.json({ fault_id: faults.plan(await readBody(c, Fault)) }, 201));
  app.delete('/faults', (c) => {
    faults.clear();
    return c.json({ faults: [] });
  });
  app.delete('/faults/:fault_id', (c) => {
    const faultId = Number(c.req.param('fault_id'));
    if (!faults.list().some(({ fault_id }) => fault_id === faultId)) refuse('There is no such fault.');
    faults.clear(faultId);
    return c.json({ faults: faults.list() });
  });

  app.get('/token', (c) => c.json({ state: token.state(), scopes: token.scopes() }));
  app.post('/token', async (c) => {
    const { state, scopes } = await readBody(c, TokenChange);
    if (state !== undefined) token.setState(state);
    if (scopes !== undefined) token.setScopes(scopes);
    return c.json({ state: token.state(), scopes: token.scopes() });
  });

  app.get('/settings', (c) => c.json(settings));
  app.post('/settings', async (c) => {
    const { rates, speed, signing, request_url: url } = await readBody(c, SettingsChange);
    settings.rates = rates ?? settings.rates;
    settings.speed = speed ?? settings.speed;
    settings.signing = signing ?? settings.signing;
    if (url !== undefined) handles.setRequestUrl(url);
    return c.json(settings);
  });

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
};
