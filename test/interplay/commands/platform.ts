import type { CommandLedger } from '../../../lib/features/entry-points/command/command-context.ts';
import type { Answer, Script } from '../../support/scripted-server.ts';

/** How a platform may answer. */
export const KINDS = ['found', 'none', 'many', '401', '404', '423', '429', '503', 'malformed'] as const;
export type Kind = (typeof KINDS)[number];

const uuid = (kind: string, n = 1): string => `${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const AT = '2026-11-14T08:30:00Z';

export const IDS = {
  case: uuid('ca5e0000'),
  event: uuid('e0e40000'),
  user: uuid('0e500000'),
  nhi: uuid('0a1d0000'),
  drift: uuid('d41f0000'),
};

export const aCase = (n = 1, text = 'Anna Berg') => ({
  case_id: uuid('ca5e0000', n),
  user_email: 'anna.berg@acme.example',
  user_name: text,
  threat_type: 'data_exfiltration',
  threat_brief: `${text} moved 4,200 files to a private drive.`,
  created_at: AT,
  updated_at: '2026-11-14T09:00:00Z',
  closed_at: null,
  events: [
    {
      kind: 'threat',
      event_id: uuid('e0e40000', n),
      severity: 'high',
      category: ['Exfiltration'],
      subcategory: ['Mass download'],
      signal_type: 'behavioral',
      source: 'OfficeActivity',
      title: `Mass download by ${text}`,
      summary: 'Far more files than on any other day.',
      flagged: true,
      safe: false,
      created_at: AT,
    },
  ],
});

export const aThreat = (n = 1, text = 'Anna Berg') => ({
  event_id: uuid('e0e40000', n),
  kind: 'threat',
  tuid: IDS.user,
  category: ['Initial access'],
  subcategory: ['Impossible travel'],
  title: `Two countries in an hour: ${text}`,
  summary: 'Sign-ins that nobody can make.',
  source: 'SigninLogs',
  source_table: 'SigninLogs',
  source_event_ids: [uuid('50040000', n)],
  user_name: text,
  user_email: 'anna.berg@acme.example',
  created_at: AT,
});

export const aUser = (n = 1, text = 'Anna Berg') => ({
  tuid: uuid('0e500000', n),
  name: text,
  user_principal_name: n === 1 ? 'anna.berg@acme.example' : `anna.${n}@acme.example`,
  email_addresses: ['anna@acme.example'],
  is_active: n !== 2,
});

const persona = (text: string) => ({
  tuid: IDS.user,
  generated_at: AT,
  contract_version: 1,
  overview: { summary: `${text} keeps the books of the north.`, key_points: [] },
  identity: { name: text, title: 'Accountant', department: 'Finance', manager: 'Mia Roth' },
  role: { observed_role: 'Payments clerk', title_match: 'close', confidence: 0.8 },
  workstreams: { summary: '', items: [{ name: 'Month end' }, { name: 'Payroll' }] },
  access: { summary: 'Reads and pays invoices.', directory_role_count: 1, applications: ['SAP', 'Mail'] },
  posture: { device_classes: ['laptop'], os_types: ['Windows'], signin_active_days: 21 },
  risk_lens: { blast_radius: 'medium', reaches_control_plane: false, anomaly_count: 2 },
  coverage: { access: 'sufficient', workstreams: 'thin' },
});

export const aNhi = (n = 1, text = 'sync') => ({
  nuid: uuid('0a1d0000', n),
  display_name: n === 1 ? `payroll ${text}` : `payroll ${text} ${n}`,
  nhi_class: 'service_principal',
  nhi_class_label: 'Service principal',
  provider: { key: 'entra', label: 'Entra' },
  status: 'active',
  has_persona: true,
  steward_upn: 'mia.roth@acme.example',
  last_seen: AT,
});

const nhiDetail = (text: string) => ({
  nuid: IDS.nhi,
  generated_at: AT,
  contract_version: 1,
  overview: { summary: `${text} copies salaries every night.`, narrative: null, key_points: null },
  identity: {
    display_name: text,
    nhi_class: 'service_principal',
    provider: { key: 'entra', label: 'Entra' },
  },
  role: { observed_role: 'Data sync', purpose: 'Salaries', match: 'typical', evidence: 'observed' },
  stewardship: { steward_upn: 'mia.roth@acme.example', creator_upn: null, custody_kind: 'human' },
  access: {
    summary: 'Reads HR.',
    permission_count: 4,
    privileged_count: 1,
    over_permission: true,
    systems: ['HR'],
  },
  risk_lens: { blast_radius: 'high', reaches_control_plane: true },
});

const integration = (text: string) => ({
  connector_type: 'okta',
  display_name: 'Okta',
  category: 'identity',
  description: `Sign-ins. ${text === 'Anna Berg' ? '' : text}`,
  signals: ['core_iam', 'mfa'],
  configured: true,
  enabled: true,
  status: 'degraded',
  created_at: AT,
  updated_at: AT,
});

const drift = (text: string) => ({
  drift_id: IDS.drift,
  computator: 'signin_hours',
  time_period: '30d',
  delta: { before: '09-17', after: '22-04', of: text },
  period_start_at: '2026-10-15T00:00:00Z',
  detected_at: AT,
  user: { name: text, email: 'anna.berg@acme.example' },
});

const NOT_READY = {
  error: 'resource_not_ready',
  resource: 'personas',
  message: 'The data of this domain is still being read.',
  details: '',
  days_until_ready: 2.4,
  external_api_enabled_at_utc: AT,
  now_utc: AT,
};

const FAILURES: Readonly<Partial<Record<Kind, Answer>>> = {
  401: { status: 401, json: { error: 'invalid key' } },
  404: { status: 404, json: { error: 'not found' } },
  423: { status: 423, json: NOT_READY },
  429: { status: 429, headers: { 'retry-after': '30' }, json: { error: 'too many' } },
  503: { status: 503, text: 'down' },
  malformed: { json: ['what is this'] },
};

/** A platform that answers everything in one way. `text`: what people are called there. */
export function platform(kind: Kind, text = 'Anna Berg'): Script {
  const list = <T>(key: 'items' | 'data', of: (n: number, text?: string) => T, id: string): Answer => {
    const count = { found: 1, none: 0 }[kind as string] ?? 10;
    const all = Array.from({ length: count }, (_, n) => of(n + 1, text));
    const last = (all.at(-1) as Record<string, unknown> | undefined)?.[id];
    return { json: { [key]: all, next_cursor: kind === 'many' ? last : null } };
  };
  const one = (json: unknown): Answer =>
    kind === 'none' ? { status: 404, json: { error: 'none' } } : { json };
  return ({ path, query }) => {
    const failure = FAILURES[kind];
    if (failure) return failure;
    const [, first = '', second, third] = /external\/(\w+)(?:\/([^/]+))?(?:\/([^/]+))?/.exec(path) ?? [];
    if (first === 'cases') {
      // Only this state has it, as only one of them can.
      const state = query.get('state');
      return state === null || state === 'investigating' || kind === 'many'
        ? list('items', aCase, 'case_id')
        : { json: { items: [], next_cursor: null } };
    }
    if (first === 'threats') return list('data', aThreat, 'event_id');
    if (first === 'users') return list('items', aUser, 'tuid');
    if (first === 'personas') {
      return one(
        third === 'detail' ? persona(text) : { tuid: second, persona_overview: `${text} in short.` },
      );
    }
    if (first === 'nhi') {
      const called = text === 'Anna Berg' ? 'sync' : text;
      return third === undefined
        ? list('items', (n) => aNhi(n, called), 'nuid')
        : one(nhiDetail(`payroll ${called}`));
    }
    if (first === 'integrations') return one(integration(text));
    return one(drift(text));
  };
}

/** A ledger that knows nothing. */
export const EMPTY_LEDGER: CommandLedger = {
  caseOf: async () => ({ item: null, answer: null, record: null, places: [] }),
  threatOf: async () => null,
  async *trailOf() {},
};
