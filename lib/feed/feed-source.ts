import type { Priority } from '../posture/request-budget.ts';

/** An item of a list, with the two things that finding new ones needs. */
export interface FeedItem {
  readonly id: string;
  readonly createdAtMs: number;
  /** Differs when the item changed; nothing for items that never do. */
  readonly revision?: string | undefined;
  readonly item: unknown;
}

export interface FeedPage {
  readonly items: readonly FeedItem[];
  /** Items on the page that could not be read at all. */
  readonly unreadable: readonly { readonly id: string | null; readonly reason: string }[];
  readonly nextCursor: string | null;
  /** The API's clock when it answered, if it said. */
  readonly serverTimeMs: number | null;
}

export interface PageRequest {
  readonly cursor?: string | undefined;
  /** Only for lists that can filter by time. */
  readonly createdAfterMs?: number | undefined;
  readonly priority: Priority;
  readonly deadlineMs: number;
}

/** One list of the API. Pages are as the server sends them: in no promised order. */
export interface FeedSource {
  /** Whether `createdAfterMs` is understood. */
  readonly filtersByTime: boolean;
  page(request: PageRequest): Promise<FeedPage>;
}
