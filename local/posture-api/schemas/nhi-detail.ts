import { z } from '@hono/zod-openapi';
import { Provider } from './nhi.ts';
import { DateTime, FreeForm, Texts, Uuid } from './shapes.ts';

const Text = z.string().nullable();
const Flag = z.boolean().nullable();
const Free = FreeForm.nullable();
const FreeList = z.array(FreeForm).nullable();

const Identity = z.strictObject({
  display_name: Text,
  nhi_class: z.string(),
  nhi_class_label: Text,
  archetype: Text,
  archetype_label: Text,
  provider: Provider,
  principal_id: Text,
  app_id: Text,
  owning_tenant_id: Text,
  vendor_first_party: Flag,
  first_seen: DateTime.nullable(),
  last_seen: DateTime.nullable(),
  archetype_explanation: Text,
  creator_upn: Text,
});

const Access = z.strictObject({
  summary: Text,
  permission_count: z.int(),
  privileged_count: z.int(),
  systems: Texts.nullable(),
  over_permission: Flag,
  applications: Texts.nullable(),
  data_stores: Texts.nullable(),
  directory_roles: z.unknown(),
  legitimacy: Free,
  entitlements: FreeList,
  reactivated_scopes: z.array(z.unknown()).nullable(),
  permissions: FreeList,
});

export const NhiDetail = z
  .strictObject({
    nuid: Uuid,
    generated_at: DateTime.nullable(),
    contract_version: z.int(),
    overview: z.strictObject({ summary: Text, narrative: Text, key_points: Texts.nullable() }).nullable(),
    identity: Identity,
    role: z
      .strictObject({
        observed_role: Text,
        summary: Text,
        purpose: Text,
        match: z.enum(['typical', 'atypical']).nullable(),
        evidence: z.enum(['observed', 'inferred']).nullable(),
        confidence: z.number().nullable(),
      })
      .nullable(),
    purpose: Free,
    stewardship: z
      .strictObject({
        steward_upn: Text,
        creator_upn: Text,
        custody_kind: z.enum(['human', 'system', 'ungoverned']),
      })
      .nullable(),
    stewards: FreeList,
    custody: Free,
    access: Access.nullable(),
    iam: Free,
    interactions: Free,
    data_movement: Free,
    identity_metadata: Free,
    cluster: z
      .strictObject({
        cluster_id: z.string(),
        name: z.string(),
        tier: z.string(),
        archetype: Text,
        rank: Free,
      })
      .nullable(),
    risk: Free,
    risk_lens: z.strictObject({ blast_radius: Text, reaches_control_plane: Flag }).nullable(),
    coverage: Free,
    asset_tier: Free,
    resource_edges: FreeList,
    actor_edges: FreeList,
    operations: Free,
    call_samples: FreeList,
    call_rhythm: Free,
    credential_posture: Free,
    drift: Free,
  })
  .openapi('NhiPersonaDetail');
export type NhiDetail = z.infer<typeof NhiDetail>;
