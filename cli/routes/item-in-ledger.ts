import { leaveToNewer } from '../../lib/base/read-versioned.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { dedupeKey } from '../../lib/features/dedupe/dedupe-key.ts';
import { createDedupeLedger } from '../../lib/features/dedupe/dedupe-ledger.ts';
import { sendersOf } from '../../lib/features/dedupe/plan-dedupe.ts';
import { createMuteLedger } from '../../lib/features/mutes/mute-ledger.ts';
import type { FeedKey } from '../../lib/feed/feed-ledger.ts';
import type { Delivery } from '../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { idOf } from '../../lib/routing/read-item.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import { feedLedgerOf } from '../act/ask-feed.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { CommandError } from '../frame/errors.ts';
import { pickFeeds } from '../frame/pick.ts';
import { wholeIdOf } from '../look/whole-id.ts';
import type { KnownOfItem } from './explain-item.ts';

/** The complete item in a delivery. Null if parts were left out or erased: routes may have matched on them. */
export function wholeItemIn({ key, content, forgotten }: Delivery): RoutedItem | null {
  if ((content.kind !== 'case' && content.kind !== 'threat') || content.trimmed.length > 0 || forgotten)
    return null;
  const { domain } = key;
  return content.kind === 'case'
    ? { domain, feed: 'cases', item: content.item }
    : { domain, feed: 'threats', item: content.item };
}

/** The item with this id, from the message that shows it. */
export async function findItem(
  opened: OpenBridge,
  config: BridgeConfig,
  {
    id: given,
    ...picked
  }: { readonly id: string; readonly domain?: string | undefined; readonly feed?: string | undefined },
): Promise<RoutedItem> {
  const { ledger, where } = opened;
  const deliveries = createDeliveryLedger(createDynamoVersionedRows(ledger));
  const feeds = pickFeeds(config, picked);
  const id = await wholeIdOf(opened, feeds, given);
  const found = await Promise.all(
    feeds.map(async (feed: FeedKey) => (await deliveries.places({ ...feed, id })).map(({ value }) => value)),
  );
  const shown = found.flat();
  const whole = shown.map(wholeItemIn).filter((one) => one !== null);
  const domains = new Set(whole.map(({ domain }) => domain));
  if (domains.size > 1)
    throw new CommandError(`${id} is in ${[...domains].join(' and ')}: give --domain for one of them.`);
  const [item] = whole;
  if (item) return item;
  throw new CommandError(
    shown.length > 0
      ? `${where} keeps only a part of ${id}: it was too large, or was erased on request. Give the item as a file instead: routes explain item.json.`
      : `${where} keeps no message of ${id}, and there is no file of that name: it went to no chat, or was forgotten since. Give the item as a file, as the API lists it: routes explain item.json.`,
  );
}

/** What the ledger knows besides the configuration: mutes, dedupe windows, covered threats, and its messages. */
export async function knownOf(
  opened: OpenBridge,
  config: BridgeConfig,
  routed: RoutedItem,
): Promise<KnownOfItem> {
  const rows = createDynamoVersionedRows(opened.ledger);
  const { domain, feed } = routed;
  const id = idOf(routed);
  const deduper = createDedupeLedger(rows);
  const keys = sendersOf(compileRoutes(config), routed).flatMap((route) => dedupeKey(route, routed) ?? []);
  const [{ mutes }, windows, places, told] = await Promise.all([
    createMuteLedger(rows).load(domain),
    Promise.all(
      keys.map(async (key) => ({ key, known: await deduper.window(domain, key).catch(leaveToNewer) })),
    ),
    createDeliveryLedger(rows).places({ domain, feed, id }),
    feed === 'threats' ? feedLedgerOf(opened).coveredAt(domain, [id]) : new Map<string, readonly string[]>(),
  ]);
  return {
    mutes,
    windows: new Map(windows.flatMap(({ key, known }) => (known ? [[key, known]] : []))),
    places: places.map(({ value }) => value),
    coveredAt: told.get(id) ?? [],
    nowMs: opened.clock.now(),
  };
}
