import { print, printAside } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { DynamoParts } from '../../lib/dynamo/dynamo-calls.ts';
import { createDynamoPeople } from '../../lib/features/privacy/dynamo-people.ts';
import { type FindPersonParts, findPerson } from '../../lib/features/privacy/find-person.ts';
import type { Judged } from '../../lib/features/privacy/forget.ts';
import { knownIds } from '../../lib/features/privacy/known-ids.ts';
import { accountsIn, mentionsIn, type PersonSearch } from '../../lib/features/privacy/person.ts';
import type { Delivery } from '../../lib/outbox/delivery.ts';
import type { Flags } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';

export const PERSON_FLAGS = {
  email: { type: 'string', value: 'X', words: 'the address of the person' },
  also: {
    type: 'string',
    value: 'TEXT',
    multiple: true,
    words: 'a name or an id that is theirs alone, as "Dana Frost", U0123ABCD or an object id',
  },
} as const satisfies Flags;

/** Rows between two progress reports. */
const PROGRESS_ROWS = 20_000;

interface Sought {
  readonly email?: string | undefined;
  readonly also: readonly string[];
}

export interface FoundPerson {
  readonly found: readonly Judged[];
  readonly person: PersonSearch;
  /** Where the configuration names them. */
  readonly inConfig: readonly string[];
}

/** Checks the search terms. Throws a UsageError before anything is read. */
export function checkSought({ email, also }: Sought): string {
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('--email has to be an address');
  if (also.some((text) => text.trim().length < 3))
    throw new UsageError('--also has to have 3 characters or more');
  return email;
}

/** Everything that the operator, the configuration or the chats know the person by. */
export async function identifiersOf(
  { email: asked, also }: Sought,
  config: BridgeConfig,
  table: DynamoParts,
) {
  const email = checkSought({ email: asked, also });
  const ids = knownIds(config.people, [email, ...also]);
  if (ids.length > 0) printAside(`The configuration knows this person by ${ids.join(' and ')} too.`);
  const known = [email, ...also, ...ids];
  const more = await joinedAccounts(known, table);
  if (more.length > 0) printAside(`The chats know this person by ${more.join(' and ')} too.`);
  const others = [...also, ...ids, ...more, ...knownIds(config.people, more)];
  return { email, others: [...new Set(others)] };
}

/**
 * The accounts that decided under one of these addresses. Where a chat did not say the address, a row has the id alone, and
 * would not be found.
 */
async function joinedAccounts(known: readonly string[], table: DynamoParts): Promise<string[]> {
  const emails = new Set(known.filter((one) => one.includes('@')).map((one) => one.toLowerCase()));
  const asked = new Set(known.map((one) => one.toLowerCase()));
  const found = new Set<string>();
  for await (const { rows } of createDynamoPeople({ ...table, timeoutMs: 60_000 }).partitions())
    for (const id of rows.flatMap(({ value }) => accountsIn(value, emails))) found.add(id);
  return [...found].filter((id) => !asked.has(id.toLowerCase()));
}

/** Searches the whole table for one person; erases on the way if told to. */
export async function findInTable(
  person: PersonSearch,
  config: BridgeConfig,
  table: DynamoParts,
  how: Pick<FindPersonParts, 'forget' | 'leftovers'>,
): Promise<FoundPerson> {
  const found: Judged[] = [];
  let told = 0;
  const all = findPerson({
    ledger: createDynamoPeople({ ...table, timeoutMs: 60_000 }),
    person,
    ...how,
    onScanned(rows) {
      if (rows < told + PROGRESS_ROWS) return;
      told = rows;
      printAside(`${rows.toLocaleString('en-US')} rows looked at, ${found.length} found so far`);
    },
  });
  for await (const judged of all) found.push(judged);
  return { found, person, inConfig: mentionsIn(config, person).map(({ path: where }) => where) };
}

/** Where the bridge posted messages about the person: those it can rewrite, and those it cannot. */
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

/** Other names of the person in the table, so that the operator does not stop at the address. */
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
