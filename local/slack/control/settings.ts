import type { Hono } from 'hono';
import { z } from 'zod';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { readBody } from '../../stand-in-kit/control/read-body.ts';
import { given } from '../../stand-in-kit/fields.ts';
import type { Handles } from '../handles.ts';
import type { Service } from '../service.ts';

const TokenChange = z.strictObject({
  state: z.enum(['active', 'revoked', 'inactive']).optional(),
  scopes: z.array(z.string().min(1)).optional(),
});
const SettingsChange = z.strictObject({
  rates: z.boolean().optional(),
  speed: z.number().positive().optional(),
  signing: z.strictObject({ wrongSecret: z.boolean(), skewSeconds: z.int() }).optional(),
  editWindowSeconds: z.number().positive().nullable().optional(),
  distributed: z.boolean().optional(),
  dataTables: z.boolean().optional(),
  request_url: z.url({ protocol: /^https?$/ }).optional(),
});

/** The app's token, and how Slack behaves. */
export const addSettingControls = (
  app: Hono<StandInEnv>,
  { token, settings }: Service,
  handles: Handles,
): void => {
  app.get('/token', (c) => c.json({ state: token.state(), scopes: token.scopes() }));
  app.post('/token', async (c) => {
    const { state, scopes } = await readBody(c, TokenChange);
    if (state !== undefined) token.setState(state);
    if (scopes !== undefined) token.setScopes(scopes);
    return c.json({ state: token.state(), scopes: token.scopes() });
  });
  app.get('/settings', (c) => c.json(settings));
  app.post('/settings', async (c) => {
    const { request_url: url, ...change } = await readBody(c, SettingsChange);
    handles.set(given(change));
    if (url !== undefined) handles.setRequestUrl(url);
    return c.json(settings);
  });
};
