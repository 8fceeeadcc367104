import type { Hono } from 'hono';
import { z } from 'zod';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import { given } from '../../stand-in-kit/fields.ts';
import type { Handles } from '../handles.ts';
import type { Service } from '../service.ts';

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

/** How Teams behaves, its keys and the tokens it handed out. */
export const addSettingControls = (
  app: Hono<StandInEnv>,
  { settings, keyRing }: Service,
  handles: Handles,
): void => {
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
    const { token_lifetime_seconds: tokenLifetimeSeconds, answer_timeout_ms: answerTimeoutMs } = wanted;
    const { rates, speed, secret, forging, request_url: url } = wanted;
    handles.set(given({ rates, speed, secret, forging, tokenLifetimeSeconds, answerTimeoutMs }));
    if (url !== undefined) handles.setRequestUrl(url);
    return c.json(showSettings());
  });
  app.get('/keys', (c) => c.json({ kids: keyRing.all().map(({ kid }) => kid) }));
  app.post('/keys', async (c) => c.json({ kid: handles.rotateKeys(await readBody(c, Rotation)).kid }, 201));
  app.delete('/tokens', (c) => {
    handles.revokeTokens();
    return c.json({});
  });
};
