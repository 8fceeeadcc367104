import type { PersonaDetail } from '../schemas/persona.ts';
import type { Person } from './people.ts';
import type { Dice } from './random.ts';
import { DAY_MS, daysBefore, isoAt } from './timeline.ts';

type Section<Name extends keyof PersonaDetail> = NonNullable<PersonaDetail[Name]>;

const COMMON_APPLICATIONS = [
  'Mail',
  'Team Chat',
  'Document Library',
  'Expense Desk',
  'Learning Portal',
] as const;

const APPLICATIONS: Record<string, readonly string[]> = {
  Finance: ['Payroll', 'Contract Archive', 'Data Warehouse', 'Payment Desk'],
  Engineering: ['Source Hosting', 'Build Farm', 'Ticket Board', 'Cloud Console'],
  'IT Operations': ['Cloud Console', 'Directory Console', 'Ticket Board', 'Device Console'],
  Sales: ['CRM', 'Contract Archive', 'Travel Booking'],
  'Human Resources': ['HR Records', 'Payroll', 'Recruiting Board'],
  Research: ['Data Warehouse', 'Lab Notebook', 'Source Hosting'],
  Legal: ['Contract Archive', 'Case Files'],
  Marketing: ['CRM', 'Campaign Studio', 'Media Library'],
  Procurement: ['Contract Archive', 'Purchase Desk', 'Vendor Portal'],
  'Customer Support': ['Ticket Board', 'CRM', 'Knowledge Base'],
};

const PRIVILEGE_CLASSES: Record<string, string> = {
  'Directory Console': 'identity_admin',
  'Cloud Console': 'cloud_admin',
  'Device Console': 'device_admin',
  'Data Warehouse': 'data_admin',
};

const ACCESS_DOMAINS: Record<string, string> = {
  'Directory Console': 'directory',
  'Cloud Console': 'cloud',
  'Build Farm': 'cloud',
  'Source Hosting': 'cloud',
  'Data Warehouse': 'cloud',
};

// Most rights were used this week; a few have not been used for long.
const LAST_USES = [
  [0, 1],
  [0, 1],
  [1, 7],
  [1, 7],
  [7, 25],
  [40, 180],
] as const;

const WORK: Record<string, readonly [string, string][]> = {
  Finance: [
    ['Month-end close', 'Reconciles accounts and prepares the monthly close.'],
    ['Supplier payments', 'Checks invoices and releases payment runs.'],
  ],
  Engineering: [
    ['Service maintenance', 'Reviews changes and keeps the build green.'],
    ['Release train', 'Prepares and follows the fortnightly release.'],
  ],
  'IT Operations': [
    ['Access requests', 'Grants and removes access on request.'],
    ['Patch cycle', 'Rolls out updates and watches the fleet.'],
  ],
};

const OTHER_WORK: readonly [string, string][] = [
  ['Quarterly planning', 'Collects figures and agrees on the plan of the next quarter.'],
  ['Daily requests', 'Answers requests of colleagues and partners.'],
];

export const workOf = (
  person: Person,
  applications: readonly string[],
  colleagues: readonly string[],
  dice: Dice,
): Section<'workstreams'> => {
  const items = (WORK[person.department] ?? OTHER_WORK).map(([name, description]) => ({
    name,
    description,
    systems: dice.sample(applications, dice.between(1, 3)),
    collaborators: [...new Set(dice.sample(colleagues, dice.between(1, 3)))],
  }));
  return { summary: `${items.length} recurring streams of work in ${person.department}.`, items };
};

export const accessOf = (person: Person, startMs: number, dice: Dice): Section<'access'> => {
  const administrator = person.department === 'IT Operations';
  const applications = [
    ...dice.sample(COMMON_APPLICATIONS, dice.between(3, 5)),
    ...dice.sample(APPLICATIONS[person.department] ?? [], dice.between(2, 4)),
  ];
  const entitlements = applications.map((name) => {
    const privileged = dice.chance(administrator ? 0.4 : 0.03);
    const [least, most] = dice.pick(LAST_USES);
    return {
      name: `${name} ${privileged ? 'administrator' : 'user'}`,
      privileged,
      access_domain: ACCESS_DOMAINS[name] ?? 'business_application',
      first_seen: daysBefore(startMs, 200, 900, dice),
      last_used: daysBefore(startMs, least, most, dice),
      peer_prevalence: dice.between(4, 99) / 100,
    };
  });
  const privileges = entitlements
    .filter(({ privileged }) => privileged)
    .map(({ name }) => ({
      name,
      privilege_class: PRIVILEGE_CLASSES[name.replace(/ administrator$/, '')] ?? 'application_admin',
      source: dice.pick(['direct assignment', 'group membership']),
    }));
  const dormantBefore = isoAt(startMs - 30 * DAY_MS);
  return {
    summary: `${applications.length} applications, ${privileges.length} of them with elevated rights.`,
    directory_role_count: administrator ? dice.between(1, 4) : 0,
    privileged_entitlement_count: privileges.length,
    privileged_classes: [...new Set(privileges.map(({ privilege_class }) => privilege_class))],
    application_count: applications.length,
    dormant_entitlement_count: entitlements.filter(({ last_used }) => last_used < dormantBefore).length,
    applications,
    privileges,
    entitlements,
  };
};

export const postureOf = (person: Person, dice: Dice): Section<'posture'> => {
  const builder = person.department === 'Engineering' || person.department === 'IT Operations';
  const activeDays = dice.between(9, 23);
  return {
    device_classes: dice.sample(['managed laptop', 'managed phone', 'virtual desktop'], dice.between(1, 3)),
    os_types: dice.sample(['Windows', 'macOS', 'Linux', 'iOS', 'Android'], dice.between(1, 3)),
    signin_active_days: activeDays,
    signin_total_logons: activeDays * dice.between(3, 11),
    nhi: {
      service_account_count: builder ? dice.between(0, 4) : 0,
      service_principal_count: builder ? dice.between(0, 3) : 0,
      oauth_grant_count: dice.between(0, 6),
      agent_count: dice.chance(0.2) ? dice.between(1, 2) : 0,
      owns_secrets: builder && dice.chance(0.5),
      can_create_agents: builder || dice.chance(0.15),
    },
  };
};

export const riskOf = (access: Section<'access'>, dice: Dice): Section<'risk_lens'> => {
  const reach = access.directory_role_count + access.privileged_entitlement_count;
  return {
    blast_radius: reach >= 4 ? 'high' : reach >= 1 ? 'moderate' : 'low',
    reaches_control_plane: access.directory_role_count > 0,
    dormant_count: access.dormant_entitlement_count,
    credential_exposure: dice.pick(['none seen', 'none seen', 'none seen', 'password reused']),
    anomaly_count: dice.pick([0, 0, 0, 1, 1, 2, 5]),
  };
};
