import { isShortId } from '../../lib/base/text/format.ts';
import { readShownItems } from '../../lib/dynamo/dynamo-shown-items.ts';
import type { FeedKey } from '../../lib/feed/feed-ledger.ts';
import { readItemPartition } from '../../lib/ledger/item-partition.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { CommandError } from '../frame/errors.ts';

const MOST_NAMED = 10;

/**
 * The id that begins so, of what the ledger has of these feeds; what was given, where nothing begins so. The table is not sorted by
 * ids, so all of it is read.
 */
export async function wholeIdOf(
  { ledger, where }: Pick<OpenBridge, 'ledger' | 'where'>,
  feeds: readonly FeedKey[],
  id: string,
): Promise<string> {
  if (!isShortId(id)) return id;
  const found = new Set<string>();
  for await (const { items, shown } of readShownItems(ledger)) {
    for (const pk of [...items, ...shown]) {
      const item = readItemPartition(pk);
      const isOf = item && feeds.some(({ domain, feed }) => domain === item.domain && feed === item.feed);
      if (isOf && item.id.toLowerCase().startsWith(id.toLowerCase())) found.add(item.id);
    }
  }
  const [first = id, ...others] = found;
  if (others.length === 0 || found.has(id)) return found.has(id) ? id : first;
  const named = [...found].slice(0, MOST_NAMED).join(', ');
  throw new CommandError(
    `${found.size} items of ${where} begin with ${id}: ${named}${found.size > MOST_NAMED ? ', …' : ''}. Give more of the id.`,
  );
}
