import * as z from 'zod/mini';
import { amount, flag, freeForm, identifier, maybe, text, texts } from './tolerant-fields.ts';

export const PersonaOverview = z.looseObject({
  tuid: identifier,
  persona_overview: text,
  created_at: text,
  updated_at: text,
});
export type PersonaOverview = z.infer<typeof PersonaOverview>;

const Workstream = z.looseObject({ name: text, description: text, systems: texts, collaborators: texts });

const Privilege = z.looseObject({ name: text, privilege_class: text, source: text });

const Entitlement = z.looseObject({
  name: text,
  privileged: flag,
  access_domain: text,
  first_seen: text,
  last_used: text,
  peer_prevalence: amount,
});

const OwnedNhi = z.looseObject({
  service_account_count: amount,
  service_principal_count: amount,
  oauth_grant_count: amount,
  agent_count: amount,
  owns_secrets: flag,
  can_create_agents: flag,
});

/** The sections of a persona. A persona without any of them that was never generated is the placeholder. */
const sections = {
  overview: maybe(z.looseObject({ summary: text, key_points: texts })),
  identity: maybe(
    z.looseObject({
      name: text,
      email: text,
      title: text,
      department: text,
      manager: text,
      admin_account: text,
      account_created: text,
      account_age: text,
    }),
  ),
  role: maybe(z.looseObject({ observed_role: text, title_match: text, confidence: amount })),
  workstreams: maybe(z.looseObject({ summary: text, items: maybe(z.array(Workstream)) })),
  access: maybe(
    z.looseObject({
      summary: text,
      directory_role_count: amount,
      privileged_entitlement_count: amount,
      privileged_classes: texts,
      application_count: amount,
      dormant_entitlement_count: amount,
      applications: texts,
      privileges: maybe(z.array(Privilege)),
      entitlements: maybe(z.array(Entitlement)),
    }),
  ),
  posture: maybe(
    z.looseObject({
      device_classes: texts,
      os_types: texts,
      signin_active_days: amount,
      signin_total_logons: amount,
      nhi: maybe(OwnedNhi),
    }),
  ),
  risk_lens: maybe(
    z.looseObject({
      blast_radius: text,
      reaches_control_plane: flag,
      dormant_count: amount,
      credential_exposure: text,
      anomaly_count: amount,
    }),
  ),
};

export const Persona = z.looseObject({
  tuid: identifier,
  generated_at: text,
  contract_version: amount,
  ...sections,
  coverage: freeForm,
});
export type Persona = z.infer<typeof Persona>;

/** Its shape is not in the contract, so it only has to be an object. */
export const PersonaPlaceholder = z.looseObject({});
export type PersonaPlaceholder = z.infer<typeof PersonaPlaceholder>;

export type PersonaDetail =
  | { readonly variant: 'persona'; readonly persona: Persona }
  | { readonly variant: 'placeholder'; readonly placeholder: PersonaPlaceholder };

const SECTION_NAMES = Object.keys(sections);

export const isPersona = (body: Record<string, unknown>): boolean =>
  typeof body.generated_at === 'string' ||
  SECTION_NAMES.some((name) => typeof body[name] === 'object' && body[name] !== null);
