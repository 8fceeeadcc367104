import { z } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import { readBody, refuse } from '../../stand-in-kit/control/read-body.ts';
import { RESOURCES } from '../schemas/problem.ts';
import type { ApiEnv, Service } from '../service.ts';
import { CREATED_AFTER_EDGES, CURSOR_POLICIES, LIST_ORDERS, RETRY_AFTER_STYLES } from '../settings.ts';
import { CONNECTOR_ACTIONS } from '../world/connectors.ts';
import { readTenant } from './input.ts';

const SettingsChange = z.strictObject({
  order: z.enum(LIST_ORDERS).optional(),
  cursor: z.enum(CURSOR_POLICIES).optional(),
  created_after: z.enum(CREATED_AFTER_EDGES).optional(),
  read_limit: z.int().min(0).optional(),
  write_limit: z.int().min(0).optional(),
  retry_after: z.enum(RETRY_AFTER_STYLES).optional(),
  clock_offset_ms: z.int().optional(),
});

const ReadinessChange = z.strictObject({
  domain: z.string().optional(),
  resource: z.enum(RESOURCES),
  days_until_ready: z.number().min(0),
});

const ConnectorChange = z.strictObject({
  domain: z.string().optional(),
  action: z.enum(CONNECTOR_ACTIONS),
  times: z.int().min(1).max(1000).default(1),
});

const KeyChange = z.strictObject({ key: z.string(), active: z.boolean() });

const WHY_NOT = {
  unknown: 'There is no such connector type.',
  'no-record': 'This connector has no record in the domain; add it first.',
  'has-record': 'This connector has a record in the domain already.',
} as const;

const showSettings = ({ settings, clock }: Service) => ({
  order: settings.order,
  cursor: settings.cursor,
  created_after: settings.createdAfter,
  read_limit: settings.readLimit,
  write_limit: settings.writeLimit,
  retry_after: settings.retryAfter,
  clock_offset_ms: clock.offsetMs(),
});

const applySettings = (
  { settings, clock, tenants }: Service,
  change: z.infer<typeof SettingsChange>,
): void => {
  settings.cursor = change.cursor ?? settings.cursor;
  settings.createdAfter = change.created_after ?? settings.createdAfter;
  settings.readLimit = change.read_limit ?? settings.readLimit;
  settings.writeLimit = change.write_limit ?? settings.writeLimit;
  settings.retryAfter = change.retry_after ?? settings.retryAfter;
  if (change.clock_offset_ms !== undefined) clock.setOffsetMs(change.clock_offset_ms);
  if (change.order === undefined) return;
  settings.order = change.order;
  for (const { domain } of tenants.values()) domain.setOrder(change.order);
};

export const addStateControls = (app: Hono<ApiEnv>, service: Service): void => {
  app.get('/settings', (c) => c.json(showSettings(service)));
  app.post('/settings', async (c) => {
    applySettings(service, await readBody(c, SettingsChange));
    return c.json(showSettings(service));
  });

  app.post('/readiness', async (c) => {
    const { domain: name, resource, days_until_ready: days } = await readBody(c, ReadinessChange);
    const { readiness } = readTenant(service, c, name).domain;
    if (days === 0) readiness.unlock(resource);
    else readiness.lock(resource, days);
    return c.json({ resource, ready: readiness.check(resource) === undefined });
  });

  app.get('/connectors', (c) => c.json({ connectors: readTenant(service, c).domain.connectors.all() }));
  app.post('/connectors/:connector_type', async (c) => {
    const { domain: name, action, times } = await readBody(c, ConnectorChange);
    const { connectors } = readTenant(service, c, name).domain;
    for (let turn = 1; ; turn += 1) {
      const outcome = connectors.change(c.req.param('connector_type'), action);
      if (typeof outcome === 'string') return refuse(WHY_NOT[outcome]);
      if (turn === times) return c.json(outcome);
    }
  });

  app.get('/keys', (c) => c.json({ keys: service.keys.list() }));
  app.post('/keys', async (c) => {
    const { key, active } = await readBody(c, KeyChange);
    if (!service.keys.setActive(key, active)) refuse('There is no such key.');
    return c.json({ key, active });
  });
};
