import type { Hono } from 'hono';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import { readBody, refuse } from '../../local/stand-in-kit/control/read-body.ts';
import { contentOf, readItemRows } from '../flow/item-rows.ts';
import { TryItem } from '../requests.ts';
import type { Source } from '../source.ts';
import type { Surroundings } from '../surroundings.ts';
import type { ItemKey } from '../wire.ts';
import { showConfiguration } from './show-configuration.ts';
import { readPasted, tryItem } from './try-item.ts';

/** The configuration, and what it would do with an item. */
export function addConfiguration(
  app: Hono,
  source: Source,
  surroundings: Pick<Surroundings, 'findItem'>,
): void {
  const { config } = source;
  app.get('/config', (c) => c.json(showConfiguration(config)));
  app.post('/try', async (c) => {
    const wanted = await readBody(c, TryItem);
    if ('item' in wanted) {
      const [first = ''] = Object.keys(config.domains);
      return c.json(tryItem(config, readPasted(wanted.item, wanted.domain ?? first)));
    }
    return c.json(tryItem(config, await findItem(wanted)));
  });

  /** From the bridge, or, because no route may have taken it, from the reference server. */
  async function findItem(key: ItemKey): Promise<RoutedItem> {
    const known = contentOf(await readItemRows(source, key));
    const found = known ?? (await surroundings.findItem(key));
    return found === null
      ? refuse(`The bridge has shown no item ${key.id}.`, 404)
      : readPasted(found, key.domain);
  }
}
