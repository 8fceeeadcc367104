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
  /** The information-protection table. The contract does not write its name out, so it is configured. */
  readonly extraTable?: string | undefined;
}

type Source = Pick<Threat, 'source' | 'source_table' | 'source_event_ids'>;

/**
 * One query per source event, to run in the workspace behind advanced hunting. Text from the API ends up in a
 * query language here, so only names from the list and plain GUIDs get in: anything else yields no query.
 */
export function huntingQueries(threat: Source, { extraTable }: HuntingOptions = {}): string[] {
  // The contract: `source` selects the table. `source_table` only speaks where there is no `source`.
  const table = threat.source || threat.source_table;
  if (!table || !isSupported(table, extraTable)) return [];
  const ids = new Set((threat.source_event_ids ?? []).filter((id) => isUuid(id)));
  return [...ids].map((id) => `${table} | where _ItemId == "${id}"`);
}

const isSupported = (table: string, extraTable: string | undefined): boolean =>
  SUPPORTED_TABLES.has(table) || (table === extraTable && TABLE_NAME.test(table));
