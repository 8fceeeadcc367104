import type { Priority } from '../posture/request-budget.ts';

/** An item of a list, with the two fields needed to find new ones. */
export interface FeedItem {
  readonly id: string;
  readonly createdAtMs: number;
  /** Differs if the item has changed; undefined for items that never change. */
  readonly revision?: string | undefined;
  readonly item: unknown;
}

export interface FeedPage {
  readonly items: readonly FeedItem[];
  /** Items on the page that could not be read at all. */
  readonly unreadable: readonly { readonly id: string | null; readonly reason: string }[];
  readonly nextCursor: string | null;
  /** The API's clock when it answered, if the API said. */
  readonly serverTimeMs: number | null;
}

export interface PageRequest {
  readonly cursor?: string | undefined;
  /** Only for lists that can filter by time. */
  readonly createdAfterMs?: number | undefined;
  readonly priority: Priority;
  readonly deadlineMs: number;
}

/** One list of the API. Pages come as the server sends them: no order is promised. */
export interface FeedSource {
  /** Whether the list supports `createdAfterMs`. */
  readonly filtersByTime: boolean;
  page(request: PageRequest): Promise<FeedPage>;
}
