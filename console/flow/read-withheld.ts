import { leaveToNewer } from '../../lib/base/read-versioned.ts';
import type { VersionedRows } from '../../lib/base/versioned-rows.ts';
import { createDedupeLedger } from '../../lib/features/dedupe/dedupe-ledger.ts';
import { isActive } from '../../lib/features/mutes/mute.ts';
import { createMuteLedger } from '../../lib/features/mutes/mute-ledger.ts';
import type { ItemKey } from '../wire.ts';

/** What mutes that are on hide, and what open dedupe windows stand for. */
export interface Withheld {
  readonly muted: number;
  readonly deduped: number;
  /** There are at least so many. */
  readonly more: boolean;
  readonly items: readonly WithheldOne[];
}

export interface WithheldOne {
  readonly key: ItemKey;
  readonly atMs: number;
  /** `Data exfiltration` */
  readonly what: string;
  readonly by: 'mute' | 'dedupe';
}

/** The most items and windows to read: nobody counts further by eye. */
const MOST_ITEMS = 1_000;
const MOST_WINDOWS = 100;

/** Reads it from the lists of the mutes and the windows, for all domains. */
export function createReadWithheld(
  rows: Pick<VersionedRows, 'read' | 'write' | 'pages' | 'putAll' | 'todo'>,
  now: () => number,
) {
  const [mutes, windows] = [createMuteLedger(rows), createDedupeLedger(rows)];

  /** These say whether that was all: a newer version may have written some of it. */
  async function* mutedIn(domains: readonly string[]) {
    const all = await Promise.all(domains.map((domain) => mutes.load(domain).catch(leaveToNewer)));
    let isAll = !all.includes(null);
    for (const [index, domain] of domains.entries()) {
      const active = all[index]?.mutes.filter((mute) => isActive(mute, now())) ?? [];
      for (const { id } of active)
        isAll = (yield* itemsIn(mutes.hiddenBy(domain, id), domain, 'mute')) && isAll;
    }
    return isAll;
  }

  async function* dedupedIn(domains: readonly string[]) {
    const open = await windows.unlisted(MOST_WINDOWS);
    let isAll = open.length < MOST_WINDOWS;
    for (const { domain, id } of open)
      if (domains.includes(domain))
        isAll = (yield* itemsIn(windows.dedupedBy({ domain, id }), domain, 'dedupe')) && isAll;
    return isAll;
  }

  async function* all(domains: readonly string[]): AsyncGenerator<WithheldOne, boolean, undefined> {
    const isAll = yield* mutedIn(domains);
    return (yield* dedupedIn(domains)) && isAll;
  }

  return async (domains: readonly string[]): Promise<Withheld> => {
    const items: WithheldOne[] = [];
    const found = all(domains);
    let next = await found.next();
    for (; !next.done && items.length < MOST_ITEMS; next = await found.next()) items.push(next.value);
    const counts = { muted: countOf(items, 'mute'), deduped: countOf(items, 'dedupe') };
    return { ...counts, more: next.value !== true, items };
  };
}

async function* itemsIn(
  pages: ReturnType<ReturnType<typeof createMuteLedger>['hiddenBy']>,
  domain: string,
  by: WithheldOne['by'],
): AsyncGenerator<WithheldOne, boolean, undefined> {
  try {
    for await (const { items } of pages)
      for (const { feed, id, createdAtMs, what } of items)
        yield { key: { domain, feed, id }, atMs: createdAtMs, what, by };
    return true;
  } catch (error) {
    leaveToNewer(error);
    return false;
  }
}

const countOf = (items: readonly WithheldOne[], what: WithheldOne['by']): number =>
  items.filter(({ by }) => by === what).length;
