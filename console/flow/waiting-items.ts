import { isChat } from '../../lib/config/chats.ts';
import { timeIn } from '../../lib/outbox/priority.ts';
import type { Source } from '../source.ts';
import type { ItemKey } from '../wire.ts';

export interface Sighting {
  readonly key: ItemKey;
  readonly atMs: number;
  /** Differs once the item has moved. */
  readonly as: string;
}

/** What waits for each destination, the first of its list. */
export const createWaitingItems =
  ({ config, ledger, now }: Pick<Source, 'config' | 'ledger' | 'now'>, most: number) =>
  async (): Promise<Sighting[]> => {
    const lists = Object.entries(config.destinations).map(async ([name, { type }]) => {
      const from = isChat(type) ? ledger.deliveries : ledger.events;
      const listed = await from.todo(name, { limit: most });
      return listed.flatMap(({ key: row, at }) => {
        const key = ledger.itemOf(row);
        return key ? [{ key, atMs: timeIn(at) || now(), as: `${name} ${at}` }] : [];
      });
    });
    return (await Promise.all(lists)).flat();
  };

const MOST_KNOWN = 2_000;

/** Leaves out what was seen before and has not moved. What it forgets is only read once more. */
export function onlyMoved(): (found: readonly Sighting[]) => readonly Sighting[] {
  const known = new Set<string>();
  return (found) => {
    const fresh = found.filter(({ key, as }) => {
      const name = JSON.stringify([key.domain, key.feed, key.id, as]);
      if (known.has(name)) return false;
      known.add(name);
      return true;
    });
    if (known.size > MOST_KNOWN) known.clear();
    return fresh;
  };
}
