import { systemClock as clock } from '../../lib/base/clock.ts';
import { print, printAside } from '../../lib/base/terminal.ts';
import { DAY_MS } from '../../lib/base/time.ts';
import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';
import { auditLine, auditTable } from '../audit/audit-table.ts';
import { findAnchors } from '../audit/find-anchors.ts';
import { readArchived, verifyArchived } from '../audit/verify-archived.ts';
import { readHead, type Say, verifyAudit } from '../audit/verify-audit.ts';
import { CHAT_OPS } from '../chat-setups.ts';
import { type Asked, defineCommand, type Flags } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';
import { pickDomains } from '../frame/pick.ts';

/** Each day is a query. */
const MOST_DAYS = 500;
const VERIFIED_DAYS = 31;

const FLAGS = {
  domain: {
    type: 'string',
    value: 'NAME',
    words: 'as in the configuration; with --verify all of them unless given',
  },
  day: {
    type: 'string',
    value: 'DAY',
    words: 'like 2026-11-15, from 00:00 to 24:00 UTC; with --verify the last 31 days unless given',
  },
  to: { type: 'string', value: 'DAY', words: 'up to the end of this day instead' },
  verify: {
    type: 'boolean',
    words:
      'checks that nothing was changed, deleted or put in since the bridge added it, and that nothing was cut off since it was anchored in the archive or in ops; ends with 1 if something was',
  },
  head: {
    type: 'string',
    value: 'SEQ:HASH',
    words: 'with --verify, --domain and one --day: what the verdict function logged as audit.chain',
  },
  archive: {
    type: 'string',
    value: 'PATH',
    words:
      'with --verify: checks what you have fetched from the archive, a file or a folder (aws s3 cp --recursive s3://BUCKET/audit PATH): each day by its own chain, days with each other, and all of it with the table where one is given',
  },
} as const satisfies Flags;
type AskedAudit = Asked<typeof FLAGS>;

export default defineCommand({
  name: 'audit',
  group: 'Look',
  page: 'messages.md#who-decided-what',
  summary: 'Shows who decided what, or whether the audit trail is as the bridge wrote it. Changes nothing.',
  about:
    'With --json there is a line for each entry, with nothing cut; with --verify one line that says whether the trail holds, and the rest goes to stderr. The configuration says which domains there are, and how long the trail is kept.',
  flags: FLAGS,
  needsBridge: true,
  needsConfig: true,
  examples: [
    {
      line: 'audit --domain acme --day 2026-11-15',
      words: 'Everything that was decided, denied and refused that day.',
    },
    { line: 'audit --verify', words: 'Whether the trail of the last 31 days holds.' },
    {
      line: 'audit --verify --archive archive',
      words: 'Whether what was fetched from the archive holds, by itself.',
    },
  ],
  async run(asked) {
    const { archive, verify: isVerify } = asked.flags;
    if (archive !== undefined && !isVerify) throw new UsageError('--archive needs --verify');
    if (isVerify) {
      const holds = await (archive === undefined ? verify(asked) : verifyFiles(archive, asked));
      return { value: { holds }, lines: [], well: holds };
    }
    await show(asked);
    return undefined;
  },
});

/** Works without a table: somebody who has only the files can check them. */
async function verifyFiles(path: string, { flags, json, bridge, config }: AskedAudit): Promise<boolean> {
  const { domain, day, to, head, table, name, local } = flags;
  if (domain ?? day ?? to ?? head)
    throw new UsageError(
      '--archive checks all days that are there: give a file or a folder of fewer instead',
    );
  const files = await readArchived(path);
  const isCompared = Boolean(table || process.env.TABLE_NAME || name || local);
  if (!isCompared) return verifyArchived(files, null, forPeople(json));
  const { ledger } = await bridge();
  const keptMs = (await config()).retention.trail;
  printAside(`By ${flags.config}, which says how long the table keeps the trail:`);
  return verifyArchived(files, { ...ledger, keptMs }, forPeople(json));
}

async function verify({ flags, json, bridge, config: read }: AskedAudit): Promise<boolean> {
  const { domain, day, to, head } = flags;
  if (day === undefined && to !== undefined) throw new UsageError('--to needs a --day');
  if (head !== undefined && (!domain || !day || to))
    throw new UsageError('--head needs --domain and one --day');
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const earliest = new Date(clock.now() - (VERIFIED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const days = day === undefined ? daysFrom(earliest, today) : daysFrom(day, to ?? day);
  const logged = head === undefined ? null : readHead(head);
  const config = await read();
  const domains = domain ? [domain] : Object.keys(config.domains);
  if (domain && !Object.hasOwn(config.domains, domain))
    printAside(`${flags.config} has no domain ${JSON.stringify(domain)}.`);
  printAside(`By ${flags.config}, which has ${Object.keys(config.domains).join(', ')}:`);
  const names = days.map((one) => one.toISOString().slice(0, 10));
  const keptMs = config.retention.trail;
  const opened = await bridge();
  const anchors = await findAnchors(opened, config, CHAT_OPS);
  return verifyAudit(opened.ledger, domains, names, { logged, keptMs, anchors, say: forPeople(json) });
}

/** With --json, only the answer goes to stdout. */
const forPeople = (json: boolean): Say => (json ? printAside : print);

async function show({ flags, json, bridge, config }: AskedAudit): Promise<void> {
  const { domain } = flags;
  if (!domain) throw new UsageError('--domain is missing');
  if (flags.day === undefined) throw new UsageError('--day is missing');
  const days = daysFrom(flags.day, flags.to ?? flags.day);
  const ledger = createDynamoAnswerLedger((await bridge()).ledger);
  const entries: AuditEntry[] = [];
  for (const day of days) {
    for await (const page of ledger.readTrail(domain, day)) {
      if (json) print(...page.map(auditLine));
      entries.push(...page);
    }
  }
  if (entries.length === 0) {
    // A domain that is no longer configured may have a trail; one that never was is a mistake.
    pickDomains(await config(), domain);
    const when = flags.to === undefined ? `on ${flags.day}` : `from ${flags.day} to ${flags.to}`;
    // Not to stdout: no entries means no lines.
    printAside(`Nobody decided or tried anything in ${domain} ${when}.`);
  } else if (!json) print(...auditTable(entries, (await config()).people));
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
  // JavaScript reads the 31st of February as a day in March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) {
    throw new UsageError(`${flag} has to be a day like 2026-11-15`);
  }
  return ms;
}
