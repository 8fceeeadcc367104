/**
 * Shows who decided what: `npm run --silent audit -- --domain acme --day 2026-11-15`.
 * Reads the audit trail from the table and changes nothing.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { AwsError } from '../lib/platform/aws/aws-error.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { linesOf, print, printAside } from '../lib/platform/terminal.ts';
import type { AuditEntry } from '../lib/verdict/verdict-ledger.ts';
import { auditLine, auditTable } from './audit-table.ts';
import { readFlags, run, UsageError } from './command.ts';

const USAGE = `npm run audit -- --domain NAME --day DAY [flags]
  --domain NAME  as in the configuration
  --day DAY      like 2026-11-15, from 00:00 to 24:00 UTC
  --to DAY       up to the end of this day instead
  --table NAME   the table of the bridge, LedgerTableName of the deployment; TABLE_NAME unless given
  --json         one line of JSON for each entry, with nothing cut`;

const DAY_MS = 86_400_000;
/** The trail is kept for 400 days, and each is a query. */
const MOST_DAYS = 500;

async function main(): Promise<void> {
  const flags = readFlags({
    domain: { type: 'string' },
    day: { type: 'string' },
    to: { type: 'string' },
    table: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  if (flags.help) return print(...linesOf(USAGE));
  const { domain, table: tableName = process.env.TABLE_NAME } = flags;
  if (!domain) throw new UsageError('--domain is missing');
  if (flags.day === undefined) throw new UsageError('--day is missing');
  if (!tableName) throw new UsageError('the table is not known: give --table, or set TABLE_NAME');
  const days = daysFrom(flags.day, flags.to ?? flags.day);
  const client = new DynamoDBClient({});
  await client.config.region().catch(() => {
    throw new UsageError('the region is not known: set AWS_REGION, or choose a profile that has one');
  });
  const ledger = createDynamoVerdictLedger({ client, tableName, clock, random: Math.random });
  const entries: AuditEntry[] = [];
  for (const day of days) {
    for await (const page of ledger.readTrail(domain, day)) {
      if (flags.json) print(...page.map(auditLine));
      entries.push(...page);
    }
  }
  client.destroy();
  if (entries.length === 0) {
    // Not to stdout: no entries are no lines.
    printAside(`Nothing in the trail of ${JSON.stringify(domain)}. Is it the name in the configuration?`);
  } else if (!flags.json) print(...auditTable(entries));
}

function daysFrom(first: string, last: string): Date[] {
  const [fromMs, toMs] = [dayOf('--day', first), dayOf('--to', last)];
  if (toMs < fromMs) throw new UsageError('--to is before --day');
  const count = (toMs - fromMs) / DAY_MS + 1;
  if (count > MOST_DAYS) throw new UsageError(`these are ${count} days, and ${MOST_DAYS} are the most`);
  return Array.from({ length: count }, (_, n) => new Date(fromMs + n * DAY_MS));
}

function dayOf(flag: string, text: string): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript takes the 31st of February for a day in March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) {
    throw new UsageError(`${flag} has to be a day like 2026-11-15`);
  }
  return ms;
}

/** What AWS says most often before it has said anything about the table. */
function explained(error: unknown): unknown {
  if (!(error instanceof AwsError)) return error;
  if (/CredentialsProviderError|UnrecognizedClient|ExpiredToken|InvalidSignature/.test(error.message))
    return `${error.message}. AWS takes no credentials from here: is AWS_PROFILE set, and are you signed in?`;
  if (/ResourceNotFound/.test(error.message))
    return `${error.message}. Is the table of this name in this account and region?`;
  return error.message;
}

// A reader that went away, as `| head` does, is no error.
process.stdout.on('error', () => process.exit(0));

run(USAGE, main, explained);
