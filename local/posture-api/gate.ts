import type { MiddlewareHandler } from 'hono';
import { readKey } from './key-ring.ts';
import type { ApiEnv, Service } from './service.ts';
import type { RetryAfterStyle } from './settings.ts';

const retryAfter = (style: RetryAfterStyle, waitMs: number, nowMs: number): Record<string, string> => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  if (style === 'none') return {};
  if (style === 'seconds') return { 'Retry-After': String(seconds) };
  // HTTP dates have whole seconds: rounded up, because a client that waits as told would otherwise come too early.
  return { 'Retry-After': new Date(Math.ceil(nowMs / 1000) * 1000 + seconds * 1000).toUTCString() };
};

/** Checks who asks, and whether they ask too often. */
export const createGate =
  ({ keys, tenants, rates, settings, clock }: Service): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const key = readKey(c.req.header('X-API-Key'), c.req.header('Authorization'));
    if (key === undefined) return c.json({ error: 'The API key is missing.' }, 401);
    const tenant = tenants.get(keys.domainOf(key) ?? '');
    if (tenant === undefined) return c.json({ error: 'The API key is invalid or inactive.' }, 401);

    const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD';
    const most = writes ? settings.writeLimit : settings.readLimit;
    const waitMs = most === 0 ? 0 : rates.take([`${writes ? 'write' : 'read'} ${key}`, [[most, 60]]]);
    if (waitMs > 0) {
      const headers = retryAfter(settings.retryAfter, waitMs, clock.now());
      return c.json({ error: 'Too many requests in the last minute.' }, 429, headers);
    }
    c.set('tenant', tenant);
    c.set('key', key);
    return next();
  };
