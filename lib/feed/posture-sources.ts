import type { PostureClient } from '../posture/client.ts';
import type { Page } from '../posture/page.ts';
import { readTimestamp } from '../posture/schemas/timestamp.ts';
import type { FeedPage, FeedSource, PageRequest } from './feed-source.ts';

/** The list of cases. It can be filtered by time of creation. */
export const createCaseSource = ({ cases }: PostureClient): FeedSource => ({
  filtersByTime: true,
  async page({ createdAfterMs, ...request }) {
    const filter = createdAfterMs === undefined ? undefined : { createdAfter: new Date(createdAfterMs) };
    const page = await cases.page({ filter, cursor: request.cursor }, callOf(request));
    return toFeedPage(page, 'case_id', ({ updated_at }) => updated_at ?? undefined);
  },
});

/** The list of threats. It can only be read from its head or after an item. */
export const createThreatSource = ({ threats }: PostureClient): FeedSource => ({
  filtersByTime: false,
  page: async (request) =>
    toFeedPage(await threats.page({ cursor: request.cursor }, callOf(request)), 'event_id'),
});

const callOf = ({ priority, deadlineMs }: Omit<PageRequest, 'createdAfterMs'>) => ({
  priority,
  deadline: deadlineMs,
});

type Listed<K extends string> = { readonly created_at: string } & { readonly [Key in K]: string };

const toFeedPage = <K extends string, Item extends Listed<K>>(
  page: Page<Item>,
  idKey: K,
  revisionOf: (item: Item) => string | undefined = () => undefined,
): FeedPage => ({
  items: page.items.map((item) => ({
    id: item[idKey],
    revision: revisionOf(item),
    // The client rejects items whose time cannot be read.
    createdAtMs: readTimestamp(item.created_at) ?? 0,
    item,
  })),
  unreadable: page.rejected,
  nextCursor: page.nextCursor,
  serverTimeMs: page.serverTimeMs,
});
