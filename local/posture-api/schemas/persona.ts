import { z } from '@hono/zod-openapi';
import { DateTime, Texts, Uuid } from './shapes.ts';

export const PersonaOverview = z
  .strictObject({ tuid: Uuid, persona_overview: z.string(), created_at: DateTime, updated_at: DateTime })
  .openapi('PersonaOverview');
export type PersonaOverview = z.infer<typeof PersonaOverview>;

const Workstream = z.strictObject({
  name: z.string(),
  description: z.string(),
  systems: Texts,
  collaborators: Texts,
});

const Privilege = z.strictObject({ name: z.string(), privilege_class: z.string(), source: z.string() });

const Entitlement = z.strictObject({
  name: z.string(),
  privileged: z.boolean(),
  access_domain: z.string(),
  first_seen: z.string(),
  last_used: z.string(),
  peer_prevalence: z.number(),
});

const OwnedNhi = z.strictObject({
  service_account_count: z.int(),
  service_principal_count: z.int(),
  oauth_grant_count: z.int(),
  agent_count: z.int(),
  owns_secrets: z.boolean(),
  can_create_agents: z.boolean(),
});

export const PersonaDetail = z
  .strictObject({
    tuid: Uuid,
    generated_at: DateTime,
    contract_version: z.int(),
    overview: z.strictObject({ summary: z.string(), key_points: Texts }).nullable(),
    identity: z
      .strictObject({
        name: z.string(),
        email: z.string(),
        title: z.string(),
        department: z.string(),
        manager: z.string(),
        admin_account: z.string(),
        account_created: z.string(),
        account_age: z.string(),
      })
      .nullable(),
    role: z
      .strictObject({ observed_role: z.string(), title_match: z.string(), confidence: z.number() })
      .nullable(),
    workstreams: z.strictObject({ summary: z.string(), items: z.array(Workstream) }).nullable(),
    access: z
      .strictObject({
        summary: z.string(),
        directory_role_count: z.int(),
        privileged_entitlement_count: z.int(),
        privileged_classes: Texts,
        application_count: z.int(),
        dormant_entitlement_count: z.int(),
        applications: Texts,
        privileges: z.array(Privilege),
        entitlements: z.array(Entitlement),
      })
      .nullable(),
    posture: z
      .strictObject({
        device_classes: Texts,
        os_types: Texts,
        signin_active_days: z.int(),
        signin_total_logons: z.int(),
        nhi: OwnedNhi,
      })
      .nullable(),
    risk_lens: z
      .strictObject({
        blast_radius: z.string(),
        reaches_control_plane: z.boolean(),
        dormant_count: z.int(),
        credential_exposure: z.string(),
        anomaly_count: z.int(),
      })
      .nullable(),
    coverage: z.record(z.string(), z.string()),
  })
  .openapi('PersonaDetail');
export type PersonaDetail = z.infer<typeof PersonaDetail>;

export const PersonaPlaceholder = z
  .strictObject({
    tuid: Uuid,
    contract_version: z.int(),
    status: z.literal('not_generated'),
    message: z.string(),
  })
  .openapi('PersonaPlaceholder');
export type PersonaPlaceholder = z.infer<typeof PersonaPlaceholder>;

export const PersonaAnswer = z.union([PersonaDetail, PersonaPlaceholder]);
