import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Delivery } from '../lib/delivery/delivery.ts';
import { createDynamoPeople } from '../lib/dynamo/dynamo-people.ts';
import { AwsError } from '../lib/platform/aws/aws-error.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { print, printAside } from '../lib/platform/terminal.ts';
import { type FindPersonParts, findPerson } from '../lib/privacy/find-person.ts';
import type { Judged } from '../lib/privacy/forget.ts';
import { knownIds } from '../lib/privacy/known-ids.ts';
import { mentionsIn, type PersonSearch, searchFor } from '../lib/privacy/person.ts';
import { readConfig, UsageError } from './command.ts';

export const PERSON_USAGE = `  --email X      the address of the person
  --also TEXT    a name or an id that is theirs alone, as "Dana Frost", U0123ABCD or an object id; may be given again
  --config FILE  another configuration than bridge.config.ts; its people say who is who in another chat
  --table NAME   the table of the bridge, LedgerTableName of the deployment; TABLE_NAME unless given`;

export const PERSON_FLAGS = {
  email: { type: 'string' },
  also: { type: 'string', multiple: true },
  config: { type: 'string', default: 'bridge.config.ts' },
  table: { type: 'string' },
} as const;

/** Rows between two words about how far it has come. */
const PROGRESS_ROWS = 20_000;

interface Asked {
  readonly email?: string | undefined;
  readonly also?: readonly string[] | undefined;
  readonly config: string;
  readonly table?: string | undefined;
}

export interface FoundPerson {
  readonly found: readonly Judged[];
  readonly person: PersonSearch;
  /** Where the configuration names them. */
  readonly inConfig: readonly string[];
}

/** Looks through the whole table for one person; erases on the way when told to. */
export async function findInTable(
  { email, also = [], config: path, table }: Asked,
  how: Pick<FindPersonParts, 'forget' | 'leftovers'>,
): Promise<FoundPerson> {
  const tableName = table ?? process.env.TABLE_NAME;
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('--email has to be an address');
  if (also.some((text) => text.trim().length < 3))
    throw new UsageError('--also has to have 3 characters or more');
  if (!tableName) throw new UsageError('the table is not known: give --table, or set TABLE_NAME');
  const config = await readConfig(path);
  const ids = knownIds(config.people, [email, ...also]);
  if (ids.length > 0) printAside(`The configuration knows this person by ${ids.join(' and ')} too.`);
  const person = searchFor(email, [...also, ...ids]);
  const client = new DynamoDBClient({});
  await client.config.region().catch(() => {
    throw new UsageError('the region is not known: set AWS_REGION, or choose a profile that has one');
  });
  const found: Judged[] = [];
  let told = 0;
  const all = findPerson({
    ledger: createDynamoPeople({ client, tableName, clock, random: Math.random, timeoutMs: 60_000 }),
    person,
    ...how,
    onScanned(rows) {
      if (rows < told + PROGRESS_ROWS) return;
      told = rows;
      printAside(`${rows.toLocaleString('en-US')} rows looked at, ${found.length} found so far`);
    },
  });
  for await (const judged of all) found.push(judged);
  client.destroy();
  return { found, person, inConfig: mentionsIn(config, person).map(({ path: where }) => where) };
}

/** Where messages stand that the bridge posted about the person: those it can rewrite, and those it cannot. */
export function messagesIn(found: readonly Judged[]) {
  const deliveries = found
    .filter(({ row }) => row.kind === 'delivery')
    .map(({ row }) => row.value as Delivery);
  const line = (destination: string, ref: object) =>
    `${destination}: ${Object.entries(ref)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`;
  return {
    main: deliveries.flatMap(({ key, main }) => (main ? [line(key.destination, main.ref)] : [])),
    notes: deliveries.flatMap(({ key, notes }) =>
      Object.values(notes ?? {}).map((ref) => line(key.destination, ref)),
    ),
  };
}

/** Under what else the person is known there, so that nobody stops at the address. */
export function namesIn(found: readonly Judged[], asked: readonly string[]): string[] {
  const names = found
    .filter(({ own, row }) => own && row.kind === 'delivery')
    .flatMap(({ row }) => {
      const { content } = row.value as Delivery;
      return content.kind === 'case' || content.kind === 'threat' ? [content.item.user_name] : [];
    });
  const known = new Set(asked.map((text) => text.toLowerCase()));
  return [...new Set(names)].filter(
    (name): name is string => typeof name === 'string' && name !== '' && !known.has(name.toLowerCase()),
  );
}

export function adviseNames(found: readonly Judged[], also: readonly string[], say = print): void {
  const names = namesIn(found, also);
  if (names.length === 0) return;
  say(
    '',
    `The rows call this person ${names.map((name) => JSON.stringify(name)).join(' and ')}. Texts that have only the name were not looked`,
    'for. If nobody else has that name, run this again with --also and the name.',
  );
}

/** What AWS says most often before it has said anything about the table. */
export function explained(error: unknown): unknown {
  if (!(error instanceof AwsError)) return error;
  if (/CredentialsProviderError|UnrecognizedClient|ExpiredToken|InvalidSignature/.test(error.message))
    return `${error.message}. AWS takes no credentials from here: is AWS_PROFILE set, and are you signed in?`;
  if (/ResourceNotFound/.test(error.message))
    return `${error.message}. Is the table of this name in this account and region?`;
  if (/AccessDenied/.test(error.message))
    return `${error.message}. This needs the rights dynamodb:Scan, Query, GetItem, BatchGetItem, and to forget also UpdateItem and DeleteItem.`;
  return error.message;
}
