import type { Item, ItemKey } from '../wire.ts';
import {
  contentOf,
  isAtRest,
  lastMoveMs,
  type Standing,
  stageOf,
  titleOf,
  withheldWords,
} from './item-rows.ts';
import type { ToldItem } from './read-endpoints.ts';
import { messagesOf } from './shown-messages.ts';
import type { ToldEvent } from './tell-events.ts';

const MOST_ITEMS = 100;

type Reader = (key: ItemKey) => Promise<Standing>;
interface Followed {
  readonly key: ItemKey;
  /** It may have moved since it was last read. */
  moving: boolean;
  /** The round in which it was last read. */
  readIn: number;
  item: Item;
  /** The events about it for endpoints. */
  told: readonly ToldEvent[];
}

const asQueued = ({ why: _, ...item }: Item): Item => ({ ...item, stage: 'queued' });

/** Which items moved lately. They are read from the ledger again and again until they rest. */
export function createRecentItems(mostItems = MOST_ITEMS) {
  // The most recently touched item is last.
  const followed = new Map<string, Followed>();
  let round = 0;
  const nameOf = ({ domain, feed, id }: ItemKey) => JSON.stringify([domain, feed, id]);

  function follow(key: ItemKey, one: Followed): void {
    followed.delete(nameOf(key));
    followed.set(nameOf(key), one);
    const [oldest] = followed.keys();
    if (followed.size > mostItems && oldest !== undefined) followed.delete(oldest);
  }

  async function readOne(one: Followed, read: Reader, isBusy: boolean) {
    const rows = await read(one.key);
    const known =
      rows.deliveries.length > 0 ||
      rows.answer !== null ||
      rows.told.length > 0 ||
      (rows.withheld?.length ?? 0) > 0;
    one.readIn = round;
    one.moving = isBusy || !known || !isAtRest(rows);
    one.told = rows.told;
    if (!known) return;
    one.item = {
      ...one.key,
      title: titleOf(contentOf(rows), one.key),
      stage: stageOf(rows),
      atMs: lastMoveMs(rows),
      messages: messagesOf(rows),
      ...(rows.withheld?.length && { why: `Not shown: ${rows.withheld.map(withheldWords).join(', ')}` }),
    };
  }

  return {
    touch(key: ItemKey, atMs: number): void {
      const name = nameOf(key);
      const item: Item = followed.get(name)?.item ?? {
        ...key,
        title: titleOf(null, key),
        stage: 'queued',
        atMs,
      };
      const told = followed.get(name)?.told ?? [];
      const next = item.stage === 'unrouted' || item.stage === 'withheld' ? asQueued(item) : item;
      follow(key, { key, moving: true, readIn: 0, item: next, told });
    },
    /** No route sends it anywhere, or a mute or window keeps it back: the ledger will never know more about it. */
    leaveOut(key: ItemKey, atMs: number, why: string, withheld?: Pick<Item, 'title'>): void {
      // A route of an earlier configuration may have sent it.
      if (followed.has(nameOf(key))) return;
      const stage = withheld ? 'withheld' : 'unrouted';
      const item: Item = { ...key, title: titleOf(null, key), ...withheld, stage, atMs, why };
      follow(key, { key, moving: false, readIn: 0, item, told: [] });
    },
    /** Reads a number of items that may have moved. `busy`: a function is working on them, so they will move again. */
    async follow(read: Reader, busy: readonly ItemKey[], most: number): Promise<void> {
      const busyNames = new Set(busy.map(nameOf));
      round += 1;
      // Each gets its turn, even if many cannot move on.
      const moving = [...followed.values()].filter((one) => one.moving);
      const some = moving.sort((a, b) => a.readIn - b.readIn).slice(0, most);
      await Promise.all(some.map((one) => readOne(one, read, busyNames.has(nameOf(one.key)))));
    },
    /** The events about them for endpoints. */
    told: (): readonly ToldItem[] => [...followed.values()].map(({ key: { id }, told }) => ({ id, told })),
    list: (): readonly Item[] => [...followed.values()].map(({ item }) => item).reverse(),
  };
}
