import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { Handles } from '../handles.ts';
import type { Service, TeamsEnv } from '../service.ts';
import { Fault } from '../state/fault-book.ts';
import { readBody, refuse } from './input.ts';

const fields = z.record(z.string(), z.unknown());
const Forging = z.strictObject({
  token: z
    .strictObject({
      claims: fields.optional(),
      header: fields.optional(),
      otherKey: z.boolean().optional(),
      signature: z.enum(['rs256', 'none', 'hs256-public-key', 'broken', 'empty']).optional(),
    })
    .optional(),
  activity: fields.optional(),
});
const SettingsChange = z.strictObject({
  rates: z.boolean().optional(),
  speed: z.number().positive().optional(),
  token_lifetime_seconds: z.int().positive().optional(),
  answer_timeout_ms: z.int().positive().optional(),
  secret: z.enum(['active', 'removed', 'expired']).optional(),
  request_url: z.url({ protocol: /^https?$/ }).optional(),
  forging: Forging.optional(),
});
const Rotation = z.strictObject({ dropOld: z.boolean().optional() });

const BEAT_MS = 15_000;

/** What goes over the wire, what is to go wrong with it, and who may. */
export const addTrafficControls = (app: Hono<TeamsEnv>, service: Service, handles: Handles): void => {
  const { faults, settings, changes, keyRing } = service;

  app.get('/requests', (c) => c.json({ requests: handles.requests() }));
  app.delete('/requests', (c) => {
    handles.clearRequests();
    return c.json({ requests: [] });
  });
  // Without headers and bodies: those hold tokens.
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

  const showSettings = () => ({
    rates: settings.rates,
    speed: settings.speed,
    token_lifetime_seconds: settings.tokenLifetimeSeconds,
    answer_timeout_ms: settings.answerTimeoutMs,
    secret: settings.secret,
    request_url: settings.requestUrl ?? null,
    forged: Object.keys(settings.forging).length > 0,
  });
  app.get('/settings', (c) => c.json(showSettings()));
  app.post('/settings', async (c) => {
    const wanted = await readBody(c, SettingsChange);
    settings.rates = wanted.rates ?? settings.rates;
    settings.speed = wanted.speed ?? settings.speed;
    settings.tokenLifetimeSeconds = wanted.token_lifetime_seconds ?? settings.tokenLifetimeSeconds;
    settings.answerTimeoutMs = wanted.answer_timeout_ms ?? settings.answerTimeoutMs;
    settings.secret = wanted.secret ?? settings.secret;
    settings.requestUrl = wanted.request_url ?? settings.requestUrl;
    settings.forging = wanted.forging ?? settings.forging;
    return c.json(showSettings());
  });
  app.get('/keys', (c) => c.json({ kids: keyRing.all().map(({ kid }) => kid) }));
  app.post('/keys', async (c) => c.json({ kid: handles.rotateKeys(await readBody(c, Rotation)).kid }, 201));
  app.delete('/tokens', (c) => {
    handles.revokeTokens();
    return c.json({});
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
