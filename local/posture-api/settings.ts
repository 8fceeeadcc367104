import type { Notebook } from '../stand-in-kit/notebook.ts';
import { CURSOR_POLICIES, type CursorPolicy } from './feed/cursor.ts';
import { LIST_ORDERS, type ListOrderName } from './feed/list-order.ts';

export const RETRY_AFTER_STYLES = ['seconds', 'date', 'none'] as const;
export type RetryAfterStyle = (typeof RETRY_AFTER_STYLES)[number];
export const CREATED_AFTER_EDGES = ['inclusive', 'exclusive'] as const;
export type CreatedAfterEdge = (typeof CREATED_AFTER_EDGES)[number];
export { CURSOR_POLICIES, LIST_ORDERS };

/** What may be changed while the server runs. */
export type Settings = {
  order: ListOrderName;
  cursor: CursorPolicy;
  createdAfter: CreatedAfterEdge;
  /** Requests per sliding minute and key; 0 turns the limit off. */
  readLimit: number;
  writeLimit: number;
  retryAfter: RetryAfterStyle;
};

export type ApiKey = { readonly domain: string; readonly key: string };

export type PostureApiOptions = Partial<Settings> & {
  readonly keys?: readonly ApiKey[];
  readonly seed?: number;
  readonly cases?: number;
  readonly threats?: number;
  readonly users?: number;
  readonly nhi?: number;
  readonly drift?: number;
  readonly clockOffsetMs?: number;
  /** Epoch milliseconds at which the clock stands still. */
  readonly now?: number | undefined;
  /** Whether `/_control` exists. */
  readonly control?: boolean;
  /** Seconds between cases that appear on their own; 0 or undefined turns this off. */
  readonly arriveEverySeconds?: number | undefined;
  /** Where the world is stored, to continue with it. */
  readonly notebook?: Notebook | undefined;
  /** The real clock; tests pass their own. */
  readonly realClock?: () => number;
};

export const DEFAULT_SETTINGS: Settings = {
  order: 'newest-first',
  cursor: 'resume',
  createdAfter: 'inclusive',
  readLimit: 1000,
  writeLimit: 200,
  retryAfter: 'seconds',
};

export const DEFAULT_SIZES = { seed: 1, cases: 500, threats: 5000, users: 250, nhi: 120, drift: 60 } as const;
export const MOST_ITEMS = 1_000_000;
/** Partial-text filters examine every person or identity once, so these lists stay smaller. */
export const MOST_IDENTITIES = 100_000;
