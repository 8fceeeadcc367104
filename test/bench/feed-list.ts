/** A list of the API that is made while it is read, so that a million items take no memory. */
import type { Clock } from '../../lib/base/clock.ts';
import type { Transport } from '../../lib/base/http/http-transport.ts';

export type ListOrder = 'newest-first' | 'oldest-first' | 'by-id';

export interface ListOptions {
  readonly size: number;
  readonly order: ListOrder;
  /** Items with nothing but what the contract requires: for counting requests. */
  readonly lean?: boolean;
  /** Of 1,000, how many are not as the contract says. */
  readonly poison?: number;
}

const SPACING_MS = 60_000;
const PAGE_SIZE = 200;

interface ListPage {
  readonly items: readonly (object | null)[];
  readonly next_cursor: string | null;
}

type MakeItem = (serial: number, id: string, createdAt: string) => object | null;

/** One item a minute, the newest a minute old. `serial` counts from the oldest. */
function createLazyList({ size, order }: ListOptions, startMs: number, make: MakeItem) {
  const timeOf = (serial: number) => startMs - (size - serial) * SPACING_MS;
  const byId = new Map<number, Uint32Array>();

  function sortedById(first: number): Uint32Array {
    const known = byId.get(first);
    if (known) return known;
    const serials = Uint32Array.from({ length: size - first }, (_, index) => first + index);
    serials.sort((a, b) => scramble(a) - scramble(b));
    byId.set(first, serials);
    return serials;
  }

  function serialAt(position: number, first: number): number {
    if (order === 'newest-first') return size - 1 - position;
    return order === 'oldest-first' ? first + position : (sortedById(first)[position] ?? 0);
  }

  function positionOf(serial: number, first: number): number {
    if (order === 'newest-first') return size - 1 - serial;
    return order === 'oldest-first' ? serial - first : sortedById(first).indexOf(serial);
  }

  return function page(cursor: string | null, createdAfterMs: number): ListPage {
    const first = Math.min(size, Math.max(0, Math.floor(size + (createdAfterMs - startMs) / SPACING_MS) + 1));
    const start = cursor ? positionOf(serialOf(cursor), first) + 1 : 0;
    const count = Math.max(0, Math.min(PAGE_SIZE, size - first - start));
    const items = Array.from({ length: count }, (_, index) => {
      const serial = serialAt(start + index, first);
      return make(serial, idOf(serial), new Date(timeOf(serial)).toISOString());
    });
    const more = start + count < size - first;
    return { items, next_cursor: more ? idOf(serialAt(start + count - 1, first)) : null };
  };
}

const scramble = (n: number): number => Math.imul(n ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0');
const idOf = (serial: number) => `${hex(scramble(serial), 8)}-5b8d-406b-b0a9-${hex(serial, 12)}`;
const serialOf = (id: string) => Number.parseInt(id.slice(-12), 16);

const SUBCATEGORIES = ['mass_download', 'external_sharing', 'impossible_travel', 'inbox_rule'];
const SOURCES = ['cloud_app_events', 'email_events', 'signin_logs'];
const PEOPLE = ['Marta Duarte', 'Jonas Weber', 'Aiko Tanaka', 'Lena Öberg', 'Samuel Okafor'];
const pick = (from: readonly string[], serial: number) => from[scramble(serial) % from.length] ?? '';

function makeThreat(serial: number, event_id: string, created_at: string): object {
  const person = pick(PEOPLE, serial);
  const source = pick(SOURCES, serial);
  return {
    event_id,
    kind: 'threat',
    tuid: `9428a9c1-950d-41a4-8766-${hex(scramble(serial) % 5_000, 12)}`,
    category: ['data_movement', 'collection'],
    subcategory: [pick(SUBCATEGORIES, serial)],
    title: 'Mass download from the contracts library',
    summary: `${serial % 2_000} files were downloaded in 18 minutes, ${serial % 40} times the user's 90-day average.`,
    source,
    source_table: 'CloudAppEvents',
    source_event_ids: [idOf(serial + 1), idOf(serial + 2)],
    user_name: person,
    user_email: `${person.toLowerCase().replace(' ', '.')}@example.com`,
    created_at,
  };
}

/** What APIs have been seen to send: another type, a time in words, a text without an end, nothing. */
const SPOILT: readonly ((threat: object, id: string) => object | null)[] = [
  (threat) => ({ ...threat, title: { en: 'Mass download' }, category: 'collection' }),
  (threat) => ({ ...threat, created_at: 'just now' }),
  (threat) => ({ ...threat, summary: 'and so on '.repeat(10_000) }),
  (_, event_id) => ({ event_id }),
  () => null,
];

const spoiling =
  (perThousand = 0): MakeItem =>
  (serial, id, createdAt) => {
    const threat = makeThreat(serial, id, createdAt);
    if (scramble(serial) % 1_000 >= perThousand) return threat;
    return SPOILT[serial % SPOILT.length]?.(threat, id) ?? null;
  };

/** How many have an id and a time, without which nobody can be told of one. */
export function tellableIn({ size, poison }: Pick<ListOptions, 'size' | 'poison'>): number {
  const make = spoiling(poison);
  const isTellable = (serial: number) => {
    const item: { readonly created_at?: unknown } | null = make(serial, idOf(serial), 'then');
    return item?.created_at === 'then';
  };
  let count = 0;
  for (let serial = 0; serial < size; serial++) if (isTellable(serial)) count++;
  return count;
}

const leanThreat: MakeItem = (_, event_id, created_at) => ({ event_id, created_at });
const leanCase: MakeItem = (_, case_id, created_at) => ({ case_id, created_at });

export interface ListsOptions {
  readonly threats?: ListOptions | undefined;
  readonly cases?: ListOptions | undefined;
  /** Makes all pages beforehand, so that what is timed is the reader and not how the pages are made. */
  readonly prepared?: boolean | undefined;
  readonly clock: Clock;
  /** Goes around every request. */
  readonly call: <T>(label: string, effect: () => T) => Promise<T>;
}

const EMPTY: ListOptions = { size: 0, order: 'newest-first' };

/** The API behind the real client: what is measured includes reading and checking its answers. */
export function createListTransport({ threats, cases, prepared, clock, call }: ListsOptions): Transport {
  const startMs = clock.now();
  const lists = {
    data: createLazyList(threats ?? EMPTY, startMs, threats?.lean ? leanThreat : spoiling(threats?.poison)),
    items: createLazyList(cases ?? EMPTY, startMs, leanCase),
  };
  const ready = new Map<string | null, string>();
  for (let cursor: string | null = null; prepared; ) {
    const page = lists.data(cursor, Number.NEGATIVE_INFINITY);
    ready.set(cursor, JSON.stringify({ data: page.items, next_cursor: page.next_cursor }));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }

  function bodyOf({ pathname, searchParams }: URL): string {
    const key = pathname.endsWith('/threats') ? 'data' : 'items';
    const cursor = searchParams.get('next_cursor');
    const kept = key === 'data' ? ready.get(cursor) : undefined;
    if (kept !== undefined) return kept;
    const createdAfter = searchParams.get('created_after');
    const page = lists[key](cursor, createdAfter ? Date.parse(createdAfter) : Number.NEGATIVE_INFINITY);
    return JSON.stringify({ [key]: page.items, next_cursor: page.next_cursor });
  }

  return {
    send: ({ url }) =>
      call('GET', () => ({
        status: 200,
        headers: { date: new Date(clock.now()).toUTCString() },
        body: bodyOf(url),
      })),
    close: () => ready.clear(),
  };
}
