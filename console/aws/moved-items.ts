import { isChat } from '../../lib/config/chats.ts';
import { timeIn } from '../../lib/outbox/priority.ts';
import type { Moved, Source } from '../source.ts';
import type { ItemKey } from '../wire.ts';

/** How far back cases are listed, and how many open and how many ended ones for each domain. */
const SINCE_MS = 7 * 86_400_000;
const MOST_CASES = 50;
/** The most waiting deliveries to read for one destination. */
const MOST_WAITING = 20;
const MOST_KNOWN = 2_000;

/** As many as there is room for beside the cases. */
const MOST_THREATS = 50;

export interface MovedItemsParts extends Pick<Source, 'config' | 'ledger' | 'now' | 'explain'> {
  /** Says something to the person under Activity. */
  readonly tell: (text: string) => void;
}

interface Sighting {
  readonly key: ItemKey;
  readonly atMs: number;
  /** Differs once the item has moved. */
  readonly as: string;
}

/**
 * Finds which items moved, from lists that the ledger has anyway: what still has to be shown, and the latest cases. A
 * threat that was shown before the first look is on none of them, so the first look also begins to read the table for those.
 */
export function createMovedItems({ config, ledger, now, explain, tell }: MovedItemsParts) {
  const known = new Set<string>();
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

  async function waitingAt(destination: string, type: string): Promise<Sighting[]> {
    const from = isChat(type) ? ledger.deliveries : ledger.events;
    const listed = await from.todo(destination, { limit: MOST_WAITING });
    return listed.flatMap(({ key: row, at }) => {
      const key = ledger.itemOf(row);
      return key ? [{ key, atMs: timeIn(at) || now(), as: `${destination} ${at}` }] : [];
    });
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
      ...Object.entries(config.destinations).map(([name, { type }]) => waitingAt(name, type)),
    ]);
    const fresh = [...found.flat(), ...earlier].filter(({ key, as }) => {
      const name = JSON.stringify([key.domain, key.feed, key.id, as]);
      if (known.has(name)) return false;
      known.add(name);
      return true;
    });
    earlier = [];
    // An item that is dropped here is only read once more.
    if (known.size > MOST_KNOWN) known.clear();
    return fresh.sort((a, b) => a.atMs - b.atMs);
  };
}
