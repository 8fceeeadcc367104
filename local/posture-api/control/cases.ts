import { z } from '@hono/zod-openapi';
import type { Hono } from 'hono';
import { readBody, refuse } from '../../stand-in-kit/control/read-body.ts';
import type { Overrides } from '../case-changes.ts';
import {
  CASE_STATES,
  type Case,
  type CaseEvent,
  Case as CaseSchema,
  CaseEvent as EventSchema,
} from '../schemas/case.ts';
import type { ApiEnv, Service, Tenant } from '../service.ts';
import type { CaseFile } from '../world/cases.ts';
import { InDomain, overridesOf, readTenant } from './input.ts';

const { events: _, ...caseShape } = CaseSchema.shape;
const FIRM = ['case_id', 'event_id', 'created_at', 'threat_type'];
const eventFields = overridesOf(EventSchema.shape, FIRM);

const OpenCase = z.strictObject({
  ...overridesOf(caseShape, FIRM),
  domain: z.string().optional(),
  count: z.int().min(1).max(100_000).default(1),
  state: z.enum(CASE_STATES).default('discover'),
  visible_in_ms: z.int().min(0).optional(),
  event_count: z.int().min(0).max(200).optional(),
  events: z.array(z.strictObject(eventFields)).optional(),
});

const AttachEvent = z.strictObject({ ...eventFields, domain: z.string().optional() });
const MoveState = z.strictObject({ domain: z.string().optional(), state: z.enum(CASE_STATES) });

const fileOf = ({ domain }: Tenant, caseId: string): CaseFile =>
  domain.cases.find(caseId) ?? refuse(`There is no case ${caseId} in the domain "${domain.name}".`);

export const addCaseControls = (app: Hono<ApiEnv>, service: Service): void => {
  app.post('/cases', async (c) => {
    const {
      domain: name,
      count,
      state,
      visible_in_ms,
      event_count,
      events,
      ...rest
    } = await readBody(c, OpenCase);
    const { changes, domain } = readTenant(service, c, name);
    // Checked field by field above; the names and types are those of the schema.
    const fields = rest as Overrides<Omit<Case, 'events'>>;
    const attached = (events ??
      Array.from({ length: event_count ?? 2 }, () => ({}))) as Overrides<CaseEvent>[];
    if (events !== undefined && event_count !== undefined) refuse('Give either events or event_count.');
    if (count > 1 && fields.case_id !== undefined) refuse('Several cases cannot share one case_id.');
    if (typeof fields.case_id === 'string' && domain.cases.holds(fields.case_id)) {
      refuse(`There is already a case ${fields.case_id}.`);
    }
    const named = new Set<string>();
    for (const { event_id: eventId } of attached) {
      if (typeof eventId !== 'string') continue;
      if (count > 1) refuse('Several cases cannot share one event_id.');
      if (domain.threats.holds(eventId)) refuse(`There is already a threat event ${eventId}.`);
      if (named.has(eventId.toLowerCase())) refuse(`Two events cannot share the event_id ${eventId}.`);
      named.add(eventId.toLowerCase());
    }
    const opened = changes.openCases(count, { fields, events: attached, state, visibleInMs: visible_in_ms });
    return c.json(
      {
        case_ids: opened.map(({ case_id }) => case_id),
        event_ids: opened.flatMap((item) => item.events.map(({ event_id }) => event_id)),
      },
      201,
    );
  });

  app.post('/cases/:case_id/events', async (c) => {
    const { domain: name, ...fields } = await readBody(c, AttachEvent);
    const tenant = readTenant(service, c, name);
    const file = fileOf(tenant, c.req.param('case_id'));
    const event = tenant.changes.attachEvent(file, fields as Overrides<CaseEvent>);
    if (event === 'already-attached') return refuse('This event is attached to the case already.');
    return c.json({ case_id: file.body.case_id, event_id: event.event_id }, 201);
  });

  app.post('/cases/:case_id/state', async (c) => {
    const { domain: name, state } = await readBody(c, MoveState);
    const tenant = readTenant(service, c, name);
    const { body } = tenant.changes.moveState(fileOf(tenant, c.req.param('case_id')), state);
    return c.json({ case_id: body.case_id, state, updated_at: body.updated_at, closed_at: body.closed_at });
  });

  app.get('/cases/:case_id', (c) => {
    const { state, body } = fileOf(readTenant(service, c), c.req.param('case_id'));
    return c.json({ state, case: body });
  });

  app.delete('/cases/:case_id', async (c) => {
    const { domain: name } = await readBody(c, InDomain);
    const { domain, changes } = readTenant(service, c, name);
    const caseId = c.req.param('case_id');
    if (!changes.removeCase(caseId)) refuse(`There is no case ${caseId} in the domain "${domain.name}".`);
    return c.json({ deleted: caseId });
  });
};
