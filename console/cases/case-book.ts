import { inParallel } from '../../lib/base/in-parallel.ts';
import { UnreadableError } from '../../lib/base/read-versioned.ts';
import type { CaseRecord } from '../../lib/case/case-record.ts';
import { severityRank } from '../../lib/posture/severity.ts';
import { createCasePolicy } from '../../lib/routing/case-policy.ts';
import type { Source } from '../source.ts';
import type { ItemKey } from '../wire.ts';
import { type KnownCase, readKnownCase } from './read-case.ts';

/** More than a console can hold; the platform has the rest. */
const MOST_CASES = 20_000;
const READS_AT_ONCE = 16;
/** How many records are read at a time: as many as one request to DynamoDB takes. */
const TOGETHER = 100;
/** Between these, only what moved and what is new is read: a list of ten thousand keys costs. */
const WHOLE_LIST_MS = 60_000;
const MOST_NEW = 200;
const JUST_NOW_MS = 1_000;

interface Entry {
  /** Its place on the list, which differs once the platform has changed the case. */
  readonly at: string;
  readonly domain: string;
  readonly id: string;
  /** Null until its words were read. */
  known: KnownCase | null;
  isUnreadable?: boolean;
}

type Parts = Pick<Source, 'ledger' | 'config' | 'now'>;

/** The open cases, kept in memory: a page of them is answered without a look at the ledger. */
export function createCaseBook({ ledger, config, now }: Parts, most = MOST_CASES) {
  const policy = createCasePolicy(config);
  const domains = Object.keys(config.domains);
  const entries = new Map<string, Entry>();
  const touched = new Set<string>();
  let listedMs = Number.NEGATIVE_INFINITY;
  let newestMs = 0;
  let readMs = Number.NEGATIVE_INFINITY;
  let version = 0;
  let refreshing: Promise<void> | null = null;
  const nameOf = (domain: string, id: string) => JSON.stringify([domain, id]);

  function remove(name: string): void {
    entries.delete(name);
    version += 1;
  }

  async function list(domain: string, isWhole: boolean): Promise<Entry[]> {
    const listed = await ledger.cases.fresh(
      domain,
      isWhole ? 0 : newestMs,
      isWhole ? most : Math.min(most, MOST_NEW),
    );
    for (const { createdAtMs } of listed) newestMs = Math.max(newestMs, createdAtMs);
    return listed.flatMap(({ todo }) => {
      const id = ledger.itemOf(todo.key)?.id;
      return id === undefined ? [] : [{ at: todo.at, domain, id, known: null }];
    });
  }

  async function listAll(): Promise<void> {
    const isWhole = now() - listedMs >= WHOLE_LIST_MS;
    const atMs = now();
    const listed = (await Promise.all(domains.map((domain) => list(domain, isWhole)))).flat();
    const names = new Set(listed.map(({ domain, id }) => nameOf(domain, id)));
    if (isWhole) for (const name of entries.keys()) if (!names.has(name)) remove(name);
    for (const one of listed) {
      const name = nameOf(one.domain, one.id);
      const before = entries.get(name);
      if (before?.at === one.at) continue;
      // Its words stay until they are read again: a row must not vanish from under the person who looks at it.
      entries.set(name, { ...one, known: before?.known ?? null });
      touched.add(name);
    }
    if (isWhole) listedMs = atMs;
  }

  /** `null`: the case is gone or has ended. */
  async function read(entry: Entry, record: CaseRecord | 'unreadable' | undefined): Promise<void> {
    const name = nameOf(entry.domain, entry.id);
    if (record === undefined) return remove(name);
    if (record !== 'unreadable' && record.endedAtMs !== null) return remove(name);
    try {
      if (record === 'unreadable') throw new UnreadableError('a record of another version');
      entry.known = await readKnownCase({ ledger }, record, policy, now());
      version += 1;
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      entry.isUnreadable = true;
    }
  }

  /** The worst first: they are on the first page. */
  async function readTouched(): Promise<void> {
    const wanted = [...touched].flatMap((name) => entries.get(name) ?? []);
    const found: { readonly entry: Entry; readonly record: CaseRecord | 'unreadable' | undefined }[] = [];
    for (const domain of domains) {
      const own = wanted.filter((one) => one.domain === domain);
      for (let from = 0; from < own.length; from += TOGETHER) {
        const some = own.slice(from, from + TOGETHER);
        const records = await ledger.cases.loadAll(
          domain,
          some.map(({ id }) => id),
        );
        found.push(...some.map((entry) => ({ entry, record: records.get(entry.id) })));
      }
    }
    const rank = (record: CaseRecord | 'unreadable' | undefined) =>
      typeof record === 'object' ? severityRank(record.severity) : 0;
    found.sort((a, b) => rank(a.record) - rank(b.record));
    await inParallel(found, READS_AT_ONCE, async ({ entry, record }) => {
      touched.delete(nameOf(entry.domain, entry.id));
      await read(entry, record);
    });
  }

  return {
    /** The case moved: it is read again with the next look. */
    touch({ domain, feed, id }: ItemKey): void {
      if (feed === 'cases' && entries.has(nameOf(domain, id))) touched.add(nameOf(domain, id));
    },
    /** Those who ask during one look share it. */
    refresh(): Promise<void> {
      // Whoever turns the page does not wait for the ledger.
      if (refreshing === null && touched.size === 0 && now() - readMs < JUST_NOW_MS) return Promise.resolve();
      refreshing ??= listAll()
        .then(readTouched)
        .then(() => {
          readMs = now();
        })
        .finally(() => {
          refreshing = null;
        });
      return refreshing;
    },
    /** Another number once a case was read again or left out. */
    version: () => version,
    *cases(): Generator<KnownCase> {
      for (const { known } of entries.values()) if (known) yield known;
    },
    get: (domain: string, id: string): KnownCase | null => entries.get(nameOf(domain, id))?.known ?? null,
    /** How many are still to be read, and how many cannot be. */
    counts() {
      let [reading, unreadable] = [0, 0];
      for (const { known, isUnreadable } of entries.values()) {
        if (isUnreadable) unreadable += 1;
        else if (known === null) reading += 1;
      }
      return { reading, unreadable };
    },
  };
}

export type CaseBook = ReturnType<typeof createCaseBook>;
