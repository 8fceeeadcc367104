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

  async function* all(domains: readonly string[]): AsyncGenerator<WithheldOne, void, undefined> {
    const known = await Promise.all(
      domains.map(async (domain) => ({ domain, ...(await mutes.load(domain)) })),
    );
    const active = known.flatMap(({ domain, mutes: each }) =>
      each.filter((mute) => isActive(mute, now())).map(({ id }) => ({ domain, id })),
    );
    const open = (await windows.unlisted(MOST_WINDOWS)).filter(({ domain }) => domains.includes(domain));
    for (const { domain, id } of active) yield* itemsIn(mutes.hiddenBy(domain, id), domain, 'mute');
    for (const { domain, id } of open) yield* itemsIn(windows.dedupedBy({ domain, id }), domain, 'dedupe');
  }

  return async (domains: readonly string[]): Promise<Withheld> => {
    const items: WithheldOne[] = [];
    for await (const one of all(domains)) {
      if (items.length === MOST_ITEMS) return { ...countOf(items), more: true, items };
      items.push(one);
    }
    return { ...countOf(items), more: false, items };
  };
}

async function* itemsIn(
  pages: ReturnType<ReturnType<typeof createMuteLedger>['hiddenBy']>,
  domain: string,
  by: WithheldOne['by'],
): AsyncGenerator<WithheldOne, void, undefined> {
  for await (const { items } of pages)
    for (const { feed, id, createdAtMs, what } of items)
      yield { key: { domain, feed, id }, atMs: createdAtMs, what, by };
}

const countOf = (items: readonly WithheldOne[]) => ({
  muted: items.filter(({ by }) => by === 'mute').length,
  deduped: items.filter(({ by }) => by === 'dedupe').length,
});
