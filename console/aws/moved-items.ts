import { createWaitingItems, onlyMoved, type Sighting } from '../flow/waiting-items.ts';
import type { Moved, Source } from '../source.ts';

/** How far back cases are listed, and how many open and how many ended ones for each domain. */
const SINCE_MS = 7 * 86_400_000;
const MOST_CASES = 50;
/** The most waiting deliveries to read for one destination. */
const MOST_WAITING = 20;

/** As many as there is room for beside the cases. */
const MOST_THREATS = 50;

export interface MovedItemsParts extends Pick<Source, 'config' | 'ledger' | 'now' | 'explain'> {
  /** Says something to the person under Activity. */
  readonly tell: (text: string) => void;
}

/**
 * Finds which items moved, from lists that the ledger has anyway: what still has to be shown, and the latest cases. A
 * threat that was shown before the first look is on none of them, so the first look also begins to read the table for those.
 */
export function createMovedItems({ config, ledger, now, explain, tell }: MovedItemsParts) {
  const waiting = createWaitingItems({ config, ledger, now }, MOST_WAITING);
  const fresh = onlyMoved();
  let earlier: readonly Sighting[] = [];
  let hasBegun = false;

  /** Takes as long as the table is large: a later look has what it finds. */
  async function findEarlier(): Promise<void> {
    try {
      const { items, isPart } = await ledger.latestThreats(now() - SINCE_MS, MOST_THREATS);
      earlier = items.map(({ key, atMs }) => ({ key, atMs, as: 'earlier' }));
      if (isPart) tell('The table is large: some threats from before this page was opened are not listed.');
    } catch (error) {
      const why = explain(error) ?? 'the table could not be read.';
      tell(`Threats from before this page was opened are not listed: ${why}`);
    }
  }

  async function casesIn(domain: string, which: 'open' | 'ended'): Promise<Sighting[]> {
    const listed = await ledger.cases.fresh(domain, now() - SINCE_MS, MOST_CASES, which);
    return listed.flatMap(({ todo, createdAtMs, statusAtMs, status }) => {
      const key = ledger.itemOf(todo.key);
      return key ? [{ key, atMs: createdAtMs, as: `${status} ${statusAtMs}` }] : [];
    });
  }

  return async (): Promise<Moved['items']> => {
    if (!hasBegun) void findEarlier();
    hasBegun = true;
    const found = await Promise.all([
      ...Object.keys(config.domains).flatMap((domain) => [casesIn(domain, 'open'), casesIn(domain, 'ended')]),
      waiting(),
    ]);
    const moved = fresh([...found.flat(), ...earlier]);
    earlier = [];
    return moved.toSorted((a, b) => a.atMs - b.atMs);
  };
}
