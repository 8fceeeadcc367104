import type { Seedbed } from '../feed/list-order.ts';
import type { NhiItem } from '../schemas/nhi.ts';
import { createIdSpace } from './id-space.ts';
import type { People } from './people.ts';
import { fraction, hashText, mix, pickBy, uuidOf } from './random.ts';
import { createTimeline, DAY_MS, isoAt } from './timeline.ts';

type NhiClass = { id: string; label: string; type: string; providers: readonly string[] };

export const NHI_CLASSES: readonly NhiClass[] = [
  {
    id: 'service_principal',
    label: 'Service principal',
    type: 'application',
    providers: ['cloud_directory', 'cloud_platform'],
  },
  { id: 'service_account', label: 'Service account', type: 'account', providers: ['onprem_directory'] },
  {
    id: 'oauth_app',
    label: 'OAuth application',
    type: 'application',
    providers: ['saas_suite', 'code_host'],
  },
  { id: 'managed_identity', label: 'Managed identity', type: 'workload', providers: ['cloud_platform'] },
  { id: 'ai_agent', label: 'AI agent', type: 'agent', providers: ['agent_platform'] },
  { id: 'api_token', label: 'API token', type: 'credential', providers: ['code_host', 'saas_suite'] },
];

const PROVIDERS: Record<string, string> = {
  cloud_directory: 'Cloud Directory',
  onprem_directory: 'On-premises Directory',
  cloud_platform: 'Cloud Platform',
  saas_suite: 'Productivity Suite',
  code_host: 'Code Hosting',
  agent_platform: 'Agent Platform',
};

const TYPE_LABELS: Record<string, string> = {
  application: 'Application identity',
  account: 'Directory account',
  workload: 'Workload identity',
  agent: 'Autonomous agent',
  credential: 'Standing credential',
};

type Archetype = {
  readonly id: string;
  readonly label: string;
  readonly stem: string;
  readonly duty: string;
  readonly systems: readonly string[];
  readonly scopes: readonly string[];
};

/** Its id is derived from its label, unless given. */
const archetype = (
  label: string,
  stem: string,
  duty: string,
  systems: readonly string[],
  scopes: readonly string[],
  id = label.toLowerCase().replaceAll(' ', '_'),
): Archetype => ({ id, label, stem, duty, systems, scopes });

const BACKUP = archetype(
  'Backup runner',
  'backup',
  'copies servers and mailboxes to the vault',
  ['Mail', 'Document Library', 'Vault'],
  ['Files.Read.All', 'Mail.Read.All', 'Secrets.Get'],
);
const DEPLOY = archetype(
  'Release deployer',
  'deploy',
  'rolls releases out to production',
  ['Build Farm', 'Cloud Console', 'Vault'],
  ['Deployments.Write', 'Secrets.Get', 'Repositories.Read'],
);
const SYNC = archetype(
  'Directory sync',
  'dir-sync',
  'keeps accounts in step with the HR system',
  ['Directory', 'HR Records'],
  ['Directory.Read', 'Directory.Write', 'Groups.Write'],
);
const RELAY = archetype(
  'Mail relay',
  'mail-relay',
  'sends messages on behalf of applications',
  ['Mail'],
  ['Mail.Send', 'Directory.Read'],
);
const PIPELINE = archetype(
  'Data pipeline',
  'etl',
  'moves business data into the warehouse',
  ['Data Warehouse', 'CRM', 'Payroll'],
  ['Warehouse.Write', 'Files.Read.All', 'Secrets.Get'],
);
const PROBE = archetype(
  'Monitoring probe',
  'probe',
  'checks that services answer',
  ['Cloud Console', 'Build Farm'],
  ['Metrics.Read', 'Directory.Read'],
);
const ASSISTANT = archetype(
  'Work assistant',
  'assistant',
  'drafts and files documents for a team',
  ['Document Library', 'Team Chat', 'Mail'],
  ['Files.Read.All', 'Files.Write', 'Mail.Send'],
  'assistant',
);
const REPORTS = archetype(
  'Report builder',
  'reporting',
  'builds the scheduled reports',
  ['Data Warehouse', 'Document Library'],
  ['Warehouse.Read', 'Files.Write'],
);

/** What an identity of a class is used for. */
const ARCHETYPES: Record<string, readonly Archetype[]> = {
  service_principal: [SYNC, BACKUP, DEPLOY, PIPELINE, PROBE],
  service_account: [BACKUP, SYNC, RELAY, REPORTS],
  oauth_app: [ASSISTANT, REPORTS, RELAY],
  managed_identity: [DEPLOY, PIPELINE, PROBE],
  ai_agent: [ASSISTANT, REPORTS],
  api_token: [DEPLOY, PROBE, REPORTS],
};

const PLACES = ['prod', 'prod-eu', 'staging', 'finance', 'hr', 'research', 'shared', 'sales'] as const;

export type Nhi = {
  readonly index: number;
  readonly item: NhiItem;
  readonly duty: string;
  readonly systems: readonly string[];
  readonly scopes: readonly string[];
  readonly principalId: string;
  readonly appId: string | null;
  readonly custody: 'human' | 'system' | 'ungoverned';
};

export type Fleet = Seedbed & { at(index: number): Nhi };

export const createFleet = (options: {
  key: number;
  size: number;
  people: People;
  startMs: number;
}): Fleet => {
  const { key, size, people, startMs } = options;
  const ids = createIdSpace(mix(key, hashText('nhi')));
  const seen = createTimeline({ endMs: startMs - DAY_MS, days: 900, count: size });
  const timeAt = (index: number) => seen.at(index + 0.5 * fraction(mix(key, index, 81)));

  const at = (index: number): Nhi => {
    // The first identities cycle through the classes, so that even a small fleet has them all.
    const kind = NHI_CLASSES[index] ?? pickBy(mix(key, index, 82), NHI_CLASSES);
    const use = pickBy(mix(key, index, 83), ARCHETYPES[kind.id] ?? [PROBE]);
    const provider = pickBy(mix(key, index, 84), kind.providers);
    const dormant = fraction(mix(key, index, 85)) < 0.2;
    const custody = pickBy(mix(key, index, 86), ['human', 'human', 'human', 'system', 'ungoverned'] as const);
    const firstMs = timeAt(index);
    const quietDays = dormant
      ? 45 + fraction(mix(key, index, 87)) * 200
      : fraction(mix(key, index, 87)) ** 2 * 10;
    return {
      index,
      duty: use.duty,
      systems: use.systems,
      scopes: use.scopes,
      principalId: uuidOf(mix(key, 88), index),
      appId: kind.type === 'application' || kind.type === 'agent' ? uuidOf(mix(key, 89), index) : null,
      custody,
      item: {
        nuid: ids.idAt(index),
        display_name: `${use.stem}-${pickBy(mix(key, index, 90), PLACES)}-${String(index + 1).padStart(3, '0')}`,
        nhi_class: kind.id,
        nhi_class_label: kind.label,
        identity_type: { id: kind.type, label: TYPE_LABELS[kind.type] ?? kind.type },
        archetype: use.id,
        archetype_label: use.label,
        provider: { key: provider, label: PROVIDERS[provider] ?? provider },
        status: dormant ? 'dormant' : 'active',
        has_persona: index === 0 || fraction(mix(key, index, 91)) < 0.72,
        steward_upn: custody === 'human' ? people.at(people.pickIndex(mix(key, index, 92))).upn : '',
        first_seen: isoAt(firstMs),
        last_seen: isoAt(Math.max(firstMs, startMs - quietDays * DAY_MS)),
      },
    };
  };

  return { size, ids, timeAt, at };
};
