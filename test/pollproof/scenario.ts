import type { CursorPolicy, ListOrder } from '../world/model-list.ts';

export type FeedName = 'cases' | 'threats';

/** What happens to the list or to the poller. All times are in minutes: one minute is the time between two polls. */
export type Happening =
  | {
      readonly what: 'items';
      readonly at: number;
      readonly count: number;
      /** Created so long before the list shows them; dated into the future where it is less than nothing. */
      readonly bornAgo?: number;
      /** How far apart they were created; 0: all at the same millisecond. */
      readonly apart?: number;
      /** With the very time of the newest item that the list has shown so far, less so many minutes. */
      readonly likeNewestLess?: number;
    }
  | { readonly what: 'order'; readonly at: number; readonly order: ListOrder }
  | { readonly what: 'outage'; readonly at: number; readonly for: number; readonly status: number }
  /** Nobody starts the poller in this time, and its process is gone. */
  | { readonly what: 'pause'; readonly at: number; readonly for: number }
  /** The process that makes the so-many-th request, or tells the so-many-th item, from then on, dies with it. */
  | { readonly what: 'kill'; readonly at: number; readonly on: 'request' | 'tell'; readonly nth: number }
  /** When a page has been answered that is not the last one, the item that its cursor names is deleted. */
  | { readonly what: 'delete-cursor'; readonly at: number };

export interface Plan {
  readonly random: () => number;
  /** How long a day is: where a minute cannot be shortened, less than it should be. */
  readonly day: number;
}

export interface Scenario {
  readonly name: string;
  /** What happened to somebody, in a sentence. */
  readonly story: string;
  /** Where they told it. */
  readonly source?: string;
  readonly feed?: FeedName;
  readonly order?: ListOrder;
  readonly cursors?: CursorPolicy;
  readonly pageSize?: number;
  readonly pollers?: 1 | 2;
  /** So many minutes the clock of the poller's machine is ahead of the API's. */
  readonly pollerAhead?: number;
  readonly happenings: (plan: Plan) => readonly Happening[];
}

/** Before anything happens, so that a poller knows where it begins. */
export const CALM_BEFORE = 3;
