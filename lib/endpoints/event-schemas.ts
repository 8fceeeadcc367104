import * as z from 'zod/mini';
import type { EventType } from '../config/event-types.ts';
import { Case } from '../posture/schemas/case.ts';
import { Integration } from '../posture/schemas/integration.ts';
import { Threat } from '../posture/schemas/threat.ts';
import { OUTCOMES } from '../posture/schemas/verdict-schema.ts';
import { SEVERITIES } from '../posture/severity.ts';

/** Grows when a receiver of the earlier version could misread an event. New fields alone do not change it. */
export const EVENT_VERSION = 1;

const time = z.string().check(z.describe('ISO 8601, in UTC'));
const domain = z
  .string()
  .check(z.describe('The name of the domain in the configuration: one tenant of the platform'));
const caseId = z.string();
const Person = z.object({ name: z.string(), chat: z.string(), id: z.string() });
const trimmed = z
  .array(z.string())
  .check(z.describe('What was left out or shortened on its way, in words; empty for a whole item'));

const caseData = z.object({
  domain,
  severity: z
    .nullable(z.enum(SEVERITIES as [string, ...string[]]))
    .check(z.describe('The worst of its events that nobody called safe')),
  case: Case,
  trimmed,
  verdict_links: z.optional(
    z
      .array(z.object({ outcome: z.enum(OUTCOMES), url: z.string(), expires_at: time }))
      .check(
        z.describe('A page for each outcome, on which it can be decided; where the destination has links'),
      ),
  ),
});
const decision = {
  domain,
  case_id: caseId,
  decision_id: z.string(),
  outcome: z.enum(OUTCOMES),
  comment: z
    .nullable(z.string())
    .check(z.describe('In the words of who decided; null where the destination does not show everything')),
  decided_by: Person,
  approved_by: z.nullable(Person),
  destination: z.string().check(z.describe('Where it was decided')),
  decided_at: time,
};

/** What each event says in `data`. */
export const EVENT_DATA = {
  'case.created': caseData,
  'case.changed': caseData,
  'case.closed': caseData,
  'case.claimed': z.object({ domain, case_id: caseId, claimed_by: Person, claimed_at: time }),
  'threat.created': z.object({ domain, threat: Threat, trimmed }),
  'verdict.recorded': z.object({ ...decision, recorded_at: time, resolved: z.boolean() }),
  'verdict.failed': z.object({
    ...decision,
    failed_at: time,
    because: z.string(),
    message: z.nullable(z.string()),
    may_be_recorded: z.boolean().check(z.describe('It is not known whether the platform recorded it')),
  }),
  'integration.changed': z.object({
    domain,
    integration: Integration,
    status_before: z.nullable(z.string()),
  }),
  'bridge.notice': z.object({ code: z.string(), title: z.string(), text: z.string() }),
  'bridge.test': z.object({ message: z.string() }),
} satisfies Record<EventType, z.ZodMiniType>;
export type EventData = { [Type in EventType]: z.infer<(typeof EVENT_DATA)[Type]> };

/** The whole of an event, as a receiver gets it in the format of the bridge. */
export const schemaOfEvent = (type: EventType) =>
  z.object({
    type: z.literal(type),
    version: z.literal(EVENT_VERSION),
    id: z.string().check(z.describe('As in the header webhook-id: the same for every attempt')),
    timestamp: time,
    data: EVENT_DATA[type],
  });

/** As JSON Schema, for receivers. */
export const jsonSchemaOf = (type: EventType): object => ({
  ...z.toJSONSchema(schemaOfEvent(type), { target: 'draft-2020-12', io: 'input' }),
  $id: `urn:posture-bridge:event:${type}:v${EVENT_VERSION}`,
  title: type,
});
