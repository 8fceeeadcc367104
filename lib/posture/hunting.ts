import type { Threat } from './schemas/threat.ts';
import { isUuid } from './schemas/uuid.ts';

export const SUPPORTED_TABLES: ReadonlySet<string> = new Set([
  'SigninLogs',
  'AuditLogs',
  'AADUserRiskEvents',
  'CloudAppEvents',
  'OfficeActivity',
  'EmailEvents',
  'EmailPostDeliveryEvents',
  'EmailUrlInfo',
  'EmailAttachmentInfo',
  'UrlClickEvents',
  'SecurityEvent',
  'IdentityLogonEvents',
  'IdentityQueryEvents',
  'IdentityDirectoryEvents',
  'BehaviorAnalytics',
  'Anomalies',
  'AzureActivity',
  'CommonSecurityLog',
  'Syslog',
  'AADProvisioningLogs',
]);

const TABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

export interface HuntingOptions {
  /** The information-protection table. The contract does not state its name, so it is configured. */
  readonly extraTable?: string | undefined;
}

type Source = Pick<Threat, 'source' | 'source_table' | 'source_event_ids'>;

export interface HuntingQuery {
  /** `SigninLogs`, with the part if there are several: `SigninLogs, 1 of 2`. */
  readonly name: string;
  readonly text: string;
  /** How many source events the query finds. */
  readonly events: number;
}

/** The most events in one query: it can still be read, copied, and opened through a URL of 3,000 characters. */
const MOST_EVENTS = 40;

/**
 * One query for each table, which finds all source events there, to run in the workspace behind advanced hunting; several
 * if there are too many events. Text from the API ends up in a query language here, so only listed names and plain GUIDs
 * get in: anything else yields no query.
 */
export function huntingQueries(
  threats: readonly Source[],
  { extraTable }: HuntingOptions = {},
): readonly HuntingQuery[] {
  const idsIn = new Map<string, Set<string>>();
  for (const { source, source_table, source_event_ids } of threats) {
    // By the contract, `source` selects the table. `source_table` counts only if there is no `source`.
    const table = source || source_table;
    const ids = (source_event_ids ?? []).filter((id) => isUuid(id));
    if (!table || ids.length === 0 || !isSupported(table, extraTable)) continue;
    idsIn.set(table, new Set([...(idsIn.get(table) ?? []), ...ids]));
  }
  return [...idsIn].flatMap(([table, ids]) =>
    chunked([...ids]).map((some, index, { length: count }) => ({
      name: count === 1 ? table : `${table}, ${index + 1} of ${count}`,
      text: queryFor(table, some),
      events: some.length,
    })),
  );
}

function queryFor(table: string, ids: readonly string[]): string {
  const [first] = ids;
  const which = ids.length === 1 ? `== "${first}"` : `in (${ids.map((id) => `"${id}"`).join(', ')})`;
  // A configured name may be a keyword of the language, and keywords are lower case.
  const named = /^[A-Z]/.test(table) ? table : `['${table}']`;
  return `${named} | where _ItemId ${which}`;
}

/** Parts of about equal size: a query for one left-over event would look like a different matter. */
function chunked(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / MOST_EVENTS);
  const size = Math.ceil(ids.length / count);
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size)).filter(
    ({ length }) => length > 0,
  );
}

const isSupported = (table: string, extraTable: string | undefined): boolean =>
  SUPPORTED_TABLES.has(table) || (table === extraTable && TABLE_NAME.test(table));
