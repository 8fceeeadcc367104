import { z } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import { readBody, refuse } from '../../stand-in-kit/control/read-body.ts';
import type { Overrides } from '../case-changes.ts';
import { THREAT_TYPES } from '../schemas/case.ts';
import { type Threat, Threat as ThreatSchema } from '../schemas/threat.ts';
import type { ApiEnv, Service } from '../service.ts';
import { InDomain, overridesOf, readTenant } from './input.ts';

const RaiseThreat = z.strictObject({
  ...overridesOf(ThreatSchema.shape, ['event_id', 'created_at']),
  domain: z.string().optional(),
  count: z.int().min(1).max(100_000).default(1),
  visible_in_ms: z.int().min(0).optional(),
  threat_type: z.enum(THREAT_TYPES).optional(),
});

export const addThreatControls = (app: Hono<ApiEnv>, service: Service): void => {
  app.post('/threats', async (c) => {
    const { domain: name, count, visible_in_ms, threat_type, ...rest } = await readBody(c, RaiseThreat);
    const { changes, domain } = readTenant(service, c, name);
    // Checked field by field above; the names and types are those of the schema.
    const fields = rest as Overrides<Threat>;
    if (count > 1 && fields.event_id !== undefined) refuse('Several threats cannot share one event_id.');
    if (typeof fields.event_id === 'string' && domain.threats.holds(fields.event_id)) {
      refuse(`There is already a threat event ${fields.event_id}.`);
    }
    const raised = changes.raiseThreats(count, { fields, type: threat_type, visibleInMs: visible_in_ms });
    return c.json({ event_ids: raised.map(({ event_id }) => event_id) }, 201);
  });

  app.delete('/threats/:event_id', async (c) => {
    const { domain: name } = await readBody(c, InDomain);
    const { domain, changes } = readTenant(service, c, name);
    const eventId = c.req.param('event_id');
    if (!changes.removeThreat(eventId)) {
      refuse(`There is no threat event ${eventId} in the domain "${domain.name}".`);
    }
    return c.json({ deleted: eventId });
  });
};
