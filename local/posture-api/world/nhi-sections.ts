import type { NhiDetail } from '../schemas/nhi-detail.ts';
import type { Nhi } from './nhi.ts';
import type { Dice } from './random.ts';
import { address } from './scenario.ts';
import { daysBefore, HOUR_MS, isoAt } from './timeline.ts';

const STORES = ['warehouse-prod', 'hr-archive', 'invoice-store', 'mail-journal'] as const;
const isPrivileged = (scope: string): boolean => scope === 'Directory.Write' || scope === 'Secrets.Get';

export const accessOf = (nhi: Nhi, dice: Dice): NonNullable<NhiDetail['access']> => {
  const scopes = dice.sample(nhi.scopes, dice.between(1, 3));
  const privileged = scopes.filter(isPrivileged);
  const unused = dice.chance(0.3) ? scopes.slice(-1) : [];
  return {
    summary: `${nhi.item.display_name} holds ${scopes.length} permissions, ${privileged.length} of them privileged.`,
    permission_count: scopes.length,
    privileged_count: privileged.length,
    systems: dice.sample(nhi.systems, dice.between(1, 3)),
    over_permission: unused.length > 0,
    applications: nhi.appId === null ? null : [nhi.item.display_name],
    data_stores: dice.chance(0.7) ? dice.sample(STORES, dice.between(1, 2)) : null,
    directory_roles: scopes.includes('Directory.Write') ? ['Directory Writers'] : [],
    legitimacy: { verdict: unused.length > 0 ? 'broader than needed' : 'in line with its duty', unused },
    entitlements: scopes.map((name) => ({
      name,
      privileged: isPrivileged(name),
      used: !unused.includes(name),
    })),
    reactivated_scopes: nhi.item.status === 'dormant' ? null : unused,
    permissions: scopes.map((scope) => ({ scope, kind: 'application', consented_by: 'administrator' })),
  };
};

export const storyOf = (nhi: Nhi, dice: Dice) => {
  const { display_name: name, status, archetype, archetype_label: label } = nhi.item;
  const odd = dice.chance(0.15);
  const controlPlane = dice.chance(0.25);
  const summary = `${name} ${nhi.duty}.`;
  return {
    overview: {
      summary,
      narrative: odd
        ? `${summary} In the last week it also called systems that its siblings never touch.`
        : `${summary} Its calls are regular and resemble those of its siblings.`,
      key_points: [
        `${label}, ${status}`,
        controlPlane ? 'Reaches the control plane' : 'Stays on the data plane',
      ],
    },
    role: {
      observed_role: label,
      summary,
      purpose: nhi.duty,
      match: odd ? 'atypical' : 'typical',
      evidence: dice.pick(['observed', 'observed', 'inferred'] as const),
      confidence: dice.between(60, 99) / 100,
    },
    purpose: { mandate: nhi.duty, functions: [archetype, 'logging'] },
    cluster: dice.chance(0.85)
      ? {
          cluster_id: `cl-${archetype}`,
          name: `${label}s`,
          tier: controlPlane ? 'tier-0' : 'tier-1',
          archetype,
          rank: { position: dice.between(1, 12), of: 12 },
        }
      : null,
    risk: { level: odd ? 'elevated' : 'low', reasons: odd ? ['calls outside its cluster'] : [] },
    risk_lens: { blast_radius: controlPlane ? 'high' : 'moderate', reaches_control_plane: controlPlane },
    asset_tier: { tier: controlPlane ? 0 : 1, basis: 'systems reached' },
  } satisfies Partial<NhiDetail>;
};

export const evidenceOf = (nhi: Nhi, startMs: number, dice: Dice) => {
  const lastMs = Date.parse(nhi.item.last_seen);
  const calls = dice.between(40, 9000);
  const system = dice.pick(nhi.systems);
  return {
    iam: {
      authentication: dice.pick(['client secret', 'certificate', 'federated credential', 'password']),
      credential: { count: dice.between(1, 3), oldest_days: dice.between(5, 700) },
      operation_pattern: dice.pick(['scheduled', 'event driven', 'interactive bursts']),
      devices: [],
    },
    interactions: { callers: dice.between(0, 6), callees: dice.between(1, 5), busiest: system },
    data_movement: dice.chance(0.75)
      ? { read_mb_per_day: dice.between(1, 4000), written_mb_per_day: dice.between(0, 900), external: false }
      : null,
    identity_metadata: {
      tags: [nhi.item.archetype],
      description: `${nhi.item.archetype_label} of the platform team`,
    },
    coverage: { access: 'sufficient', calls: calls > 200 ? 'sufficient' : 'thin', stewardship: 'sufficient' },
    resource_edges: [{ resource: system, operation: 'read', calls }],
    actor_edges: dice.chance(0.6)
      ? [{ actor: nhi.item.steward_upn === '' ? 'scheduler' : nhi.item.steward_upn, relation: 'operates' }]
      : null,
    operations: { total_30d: calls, failed_30d: Math.floor(calls * 0.01), distinct: dice.between(2, 18) },
    call_samples: [1, 2, 3].map((step) => ({
      at: isoAt(lastMs - (step - 1) * HOUR_MS - dice.between(0, 3_000_000)),
      operation: `${system.replaceAll(' ', '')}.Read`,
      from: address(dice),
      ok: dice.chance(0.97),
    })),
    call_rhythm: { busiest_hour_utc: dice.between(0, 23), weekend_share: dice.between(0, 28) / 100 },
    credential_posture: {
      rotation: dice.pick(['on schedule', 'overdue', 'never rotated']),
      expires_soon: dice.chance(0.2),
    },
    drift: dice.chance(0.5)
      ? { since: daysBefore(startMs, 2, 20, dice), change: 'new destination', share: 0.12 }
      : null,
  } satisfies Partial<NhiDetail>;
};
