import * as z from 'zod/mini';
import {
  amount,
  flag,
  freeForm,
  freeForms,
  identifier,
  maybe,
  openEnum,
  text,
  texts,
  untyped,
} from './tolerant-fields.ts';

export const NHI_STATUSES = ['active', 'dormant'] as const;

const Provider = z.looseObject({ key: text, label: text });

export const Nhi = z.looseObject({
  nuid: identifier,
  display_name: text,
  nhi_class: text,
  nhi_class_label: text,
  identity_type: maybe(z.looseObject({ id: text, label: text })),
  archetype: text,
  archetype_label: text,
  provider: maybe(Provider),
  status: openEnum(NHI_STATUSES),
  has_persona: flag,
  steward_upn: text,
  first_seen: text,
  last_seen: text,
});
export type Nhi = z.infer<typeof Nhi>;

const NhiIdentity = z.looseObject({
  display_name: text,
  nhi_class: text,
  nhi_class_label: text,
  archetype: text,
  archetype_label: text,
  provider: maybe(Provider),
  principal_id: text,
  app_id: text,
  owning_tenant_id: text,
  vendor_first_party: flag,
  first_seen: text,
  last_seen: text,
  archetype_explanation: text,
  creator_upn: text,
});

export const NhiDetail = z.looseObject({
  nuid: identifier,
  generated_at: text,
  contract_version: amount,
  overview: maybe(z.looseObject({ summary: text, narrative: text, key_points: texts })),
  identity: maybe(NhiIdentity),
  role: maybe(
    z.looseObject({
      observed_role: text,
      summary: text,
      purpose: text,
      match: openEnum(['typical', 'atypical']),
      evidence: openEnum(['observed', 'inferred']),
      confidence: amount,
    }),
  ),
  purpose: freeForm,
  stewardship: maybe(
    z.looseObject({
      steward_upn: text,
      creator_upn: text,
      custody_kind: openEnum(['human', 'system', 'ungoverned']),
    }),
  ),
  stewards: freeForms,
  custody: freeForm,
  access: maybe(
    z.looseObject({
      summary: text,
      permission_count: amount,
      privileged_count: amount,
      systems: texts,
      over_permission: flag,
      applications: texts,
      data_stores: texts,
      directory_roles: untyped,
      legitimacy: freeForm,
      entitlements: freeForms,
      reactivated_scopes: maybe(z.array(z.unknown())),
      permissions: freeForms,
    }),
  ),
  iam: freeForm,
  interactions: freeForm,
  data_movement: freeForm,
  identity_metadata: freeForm,
  cluster: maybe(
    z.looseObject({ cluster_id: text, name: text, tier: text, archetype: text, rank: freeForm }),
  ),
  risk: freeForm,
  risk_lens: maybe(z.looseObject({ blast_radius: text, reaches_control_plane: flag })),
  coverage: freeForm,
  asset_tier: freeForm,
  resource_edges: freeForms,
  actor_edges: freeForms,
  operations: freeForm,
  call_samples: freeForms,
  call_rhythm: freeForm,
  credential_posture: freeForm,
  drift: freeForm,
});
export type NhiDetail = z.infer<typeof NhiDetail>;
