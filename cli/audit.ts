/**
 * Shows who decided what: `npm run --silent audit -- --domain acme --day 2026-11-15`; or whether the trail is as the
 * bridge wrote it: `npm run --silent audit -- --verify`. Reads the audit trail from the table and changes nothing.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { AwsError } from '../lib/platform/aws/aws-error.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { linesOf, print, printAside } from '../lib/platform/terminal.ts';
import type { AuditEntry } from '../lib/verdict/verdict-ledger.ts';
import { auditLine, auditTable } from './audit-table.ts';
import { readConfig, readFlags, run, UsageError } from './command.ts';
import { readArchived, verifyArchived } from './verify-archived.ts';
import { readHead, verifyAudit } from './verify-audit.ts';

const USAGE = `npm run audit -- --domain NAME --day DAY [flags]
  --domain NAME  as in the configuration
  --day DAY      like 2026-11-15, from 00:00 to 24:00 UTC
  --to DAY       up to the end of this day instead
  --table NAME   the table of the bridge, LedgerTableName of the deployment; TABLE_NAME unless given
  --json         one line of JSON for each entry, with nothing cut

npm run audit -- --verify [flags]
  Checks that nothing was changed, deleted or put in since the bridge added it. Ends with 1 if something was.
  --domain NAME    all domains of the configuration unless given
  --config FILE    another configuration than bridge.config.ts: it says which domains there are, and how long the trail
                   is kept
  --day, --to      the last 31 days unless given
  --head SEQ:HASH  with --domain and one --day: what the verdict function logged as audit.chain

npm run audit -- --verify --archive PATH [--table NAME] [--config FILE]
  Checks what you have fetched from the archive, a file or a folder (aws s3 cp --recursive s3://BUCKET/audit PATH): each
  day by its own chain, days with each other, and all of it with the table where one is given. Ends with 1 if something differs.`;

const DAY_MS = 86_400_000;
/** Each is a query. */
const MOST_DAYS = 500;
const VERIFIED_DAYS = 31;

async function main(): Promise<void> {
  const flags = readFlags({
    domain: { type: 'string' },
    day: { type: 'string' },
    to: { type: 'string' },
    table: { type: 'string' },
    json: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    head: { type: 'string' },
    archive: { type: 'string' },
    config: { type: 'string', default: 'bridge.config.ts' },
  });
  if (flags.help) return print(...linesOf(USAGE));
  if (flags.archive !== undefined && !flags.verify) throw new UsageError('--archive needs --verify');
  if (flags.archive !== undefined) return verifyFiles(flags.archive, flags);
  await (flags.verify ? verify(flags) : show(flags));
}

interface Flags {
  readonly domain?: string | undefined;
  readonly day?: string | undefined;
  readonly to?: string | undefined;
  readonly table?: string | undefined;
  readonly json: boolean;
  readonly head?: string | undefined;
  readonly config: string;
}

async function openTable({ table: tableName = process.env.TABLE_NAME }: Flags) {
  if (!tableName) throw new UsageError('the table is not known: give --table, or set TABLE_NAME');
  const client = new DynamoDBClient({});
  await client.config.region().catch(() => {
    throw new UsageError('the region is not known: set AWS_REGION, or choose a profile that has one');
  });
  return { client, tableName, clock, random: Math.random };
}

/** Without a table too: whoever is given the files alone can check them. */
async function verifyFiles(path: string, flags: Flags): Promise<void> {
  const { domain, day, to, head } = flags;
  if (domain ?? day ?? to ?? head)
    throw new UsageError(
      '--archive checks all days that are there: give a file or a folder of fewer instead',
    );
  const files = await readArchived(path);
  const parts = flags.table || process.env.TABLE_NAME ? await openTable(flags) : null;
  const keptMs = parts ? (await readConfig(flags.config)).retention.trail : 0;
  if (parts) printAside(`By ${flags.config}, which says how long the table keeps the trail:`);
  if (!(await verifyArchived(files, parts && { ...parts, keptMs }))) process.exitCode = 1;
  parts?.client.destroy();
}

async function verify(flags: Flags): Promise<void> {
  const { domain, day, to, head } = flags;
  if (day === undefined && to !== undefined) throw new UsageError('--to needs a --day');
  if (head !== undefined && (!domain || !day || to))
    throw new UsageError('--head needs --domain and one --day');
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const earliest = new Date(clock.now() - (VERIFIED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = day === undefined ? daysFrom(earliest, today) : daysFrom(day, to ?? day);
  const logged = head === undefined ? null : readHead(head);
  const config = await readConfig(flags.config);
  const domains = domain ? [domain] : Object.keys(config.domains);
  if (domain && !Object.hasOwn(config.domains, domain))
    printAside(`${flags.config} has no domain ${JSON.stringify(domain)}.`);
  printAside(`By ${flags.config}, which has ${Object.keys(config.domains).join(', ')}:`);
  const parts = await openTable(flags);
  const names = days.map((one) => one.toISOString().slice(0, 10));
  if (!(await verifyAudit(parts, domains, names, { logged, keptMs: config.retention.trail })))
    process.exitCode = 1;
  parts.client.destroy();
}

async function show(flags: Flags): Promise<void> {
  const { domain } = flags;
  if (!domain) throw new UsageError('--domain is missing');
  if (flags.day === undefined) throw new UsageError('--day is missing');
  const days = daysFrom(flags.day, flags.to ?? flags.day);
  const parts = await openTable(flags);
  const ledger = createDynamoVerdictLedger(parts);
  const entries: AuditEntry[] = [];
  for (const day of days) {
    for await (const page of ledger.readTrail(domain, day)) {
      if (flags.json) print(...page.map(auditLine));
      entries.push(...page);
    }
  }
  parts.client.destroy();
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
