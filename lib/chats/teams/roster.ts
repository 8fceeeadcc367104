import * as z from 'zod/mini';
import type { Clock } from '../../base/clock.ts';
import { type Asked, createRememberedAnswers } from '../../base/remembered-people.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/time.ts';
import type { Connector } from './connector.ts';

/** Who is in a channel, by their object ids in Entra, in lower case. `id`: as bots name them, `29:...`. */
export type Roster = ReadonlyMap<string, { readonly id: string; readonly name: string }>;

const text = z.optional(z.nullable(z.string()));
const Page = z.looseObject({
  members: z.array(z.looseObject({ id: text, name: text, objectId: text, aadObjectId: text })),
  continuationToken: text,
});

/** Five hundred people each. Nobody who may decide should be further down. */
const MOST_PAGES = 2;
const NOBODY: Roster = new Map();

/** Reads who is in a channel, once an hour. A post does not wait twice for a roster that cannot be read. Never throws. */
export function createRosters(connector: Pick<Connector, 'members'>, clock: Clock) {
  async function read(key: string): Promise<Asked<Roster>> {
    const [serviceUrl, channel] = JSON.parse(key) as [string | null, string];
    const found = new Map<string, { id: string; name: string }>();
    let from: string | null = null;
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await connector.members(serviceUrl, channel, from);
      const read = answer.is === 'ok' ? Page.safeParse(answer.value).data : undefined;
      if (!read) return { is: 'failed', retryAfterMs: 10 * MINUTE_MS };
      for (const { id, name, aadObjectId, objectId } of read.members) {
        const known = aadObjectId || objectId;
        if (id && known) found.set(known.toLowerCase(), { id, name: name ?? '' });
      }
      from = read.continuationToken || null;
      if (from === null) break;
    }
    return { is: 'known', value: found };
  }

  const rosters = createRememberedAnswers<Roster>({ ask: read, clock, ttlMs: HOUR_MS });
  return async (serviceUrl: string | null, channel: string): Promise<Roster> => {
    const known = await rosters(JSON.stringify([serviceUrl, channel]));
    return typeof known === 'string' ? NOBODY : known.value;
  };
}
