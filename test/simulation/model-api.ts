import type { FeedPage, PageRequest } from '../../lib/feed/feed-source.ts';
import {
  MalformedError,
  NotReadyError,
  type PostureError,
  RateLimitedError,
  RejectedError,
  UnauthorizedError,
  UnreachableError,
} from '../../lib/posture/errors.ts';

/** `grouped`: one group after the other, as by severity, and each of them newest first. */
export const ORDERS = ['newest-first', 'oldest-first', 'by-id', 'shuffled', 'grouped'] as const;
export type ListOrder = (typeof ORDERS)[number];

/**
 * What a cursor gets whose item was deleted: `error` is a 400 and `broken` a 500, as of a server that looks for the
 * item and stumbles. `positional` counts items instead, so that pages shift.
 */
export const CURSOR_POLICIES = ['resume', 'error', 'broken', 'empty', 'restart', 'positional'] as const;
export type CursorPolicy = (typeof CURSOR_POLICIES)[number];

export const FAULTS = ['401', '423', '429', '500', 'timeout', 'malformed'] as const;
export type ApiFault = (typeof FAULTS)[number];

export interface ModelItem {
  readonly id: string;
  readonly createdAtMs: number;
  readonly visibleAtMs: number;
  deletedAtMs: number | null;
  readonly shuffle: number;
  readonly group: number;
}

export interface ModelApiOptions {
  readonly filtersByTime: boolean;
  readonly createdAfter: 'inclusive' | 'exclusive';
  readonly pageSize: number;
  readonly clockOffsetMs: number;
  readonly saysTime: boolean;
  readonly repeatsItems: boolean;
}

/** The list of an API that does everything the contract does not forbid. */
export class ModelApi {
  readonly items: ModelItem[] = [];
  order: ListOrder = 'newest-first';
  cursorPolicy: CursorPolicy = 'resume';
  requests = 0;
  readonly options: ModelApiOptions;
  readonly #positions = new Map<string, number>();
  #sortedItems: readonly ModelItem[] = [];
  #sortedAs = '';

  constructor(options: ModelApiOptions) {
    this.options = options;
  }

  add(createdAtMs: number, visibleAtMs: number): ModelItem {
    const serial = this.items.length;
    const id = `${scramble(serial).toString(16).padStart(8, '0')}-${serial}`;
    const shuffle = scramble(serial * 7 + 3);
    const item = { id, createdAtMs, visibleAtMs, deletedAtMs: null, shuffle, group: serial % GROUPS };
    this.items.push(item);
    return item;
  }

  /** Sorted anew only when something was added or the order was changed. */
  #sorted(): readonly ModelItem[] {
    const key = `${this.order} ${this.items.length}`;
    if (this.#sortedAs !== key) {
      this.#sortedItems = this.items.toSorted((a, b) => this.#compare(a, b));
      this.#sortedAs = key;
    }
    return this.#sortedItems;
  }

  page({ cursor, createdAfterMs }: PageRequest, nowMs: number): FeedPage {
    this.requests++;
    const listed = this.#sorted().filter(
      (item) =>
        item.deletedAtMs === null && (!this.options.filtersByTime || this.#isAfter(item, createdAfterMs)),
    );
    const start = cursor === undefined ? 0 : this.#startBehind(cursor, listed);
    const page = listed.slice(start, start + this.options.pageSize);
    const more = start + this.options.pageSize < listed.length;
    const last = page.at(-1);
    if (last) this.#positions.set(last.id, start + page.length);
    const first = page[0];
    const shown = this.options.repeatsItems && first ? [first, ...page] : page;
    return {
      items: shown.map(({ id, createdAtMs }) => ({ id, createdAtMs, item: id })),
      unreadable: [],
      nextCursor: more && last ? last.id : null,
      serverTimeMs: this.options.saysTime
        ? Math.floor((nowMs + this.options.clockOffsetMs) / 1000) * 1000
        : null,
    };
  }

  #isAfter({ createdAtMs }: ModelItem, bound: number | undefined): boolean {
    if (bound === undefined) return true;
    return this.options.createdAfter === 'inclusive' ? createdAtMs >= bound : createdAtMs > bound;
  }

  #startBehind(cursor: string, listed: readonly ModelItem[]): number {
    const at = listed.findIndex((item) => item.id === cursor);
    if (this.cursorPolicy === 'positional') return this.#positions.get(cursor) ?? at + 1;
    if (at >= 0) return at + 1;
    if (this.cursorPolicy === 'error') throw new RejectedError('unknown cursor', 400);
    if (this.cursorPolicy === 'broken') throw new RejectedError('internal error', 500);
    if (this.cursorPolicy === 'empty') return listed.length;
    const gone = this.items.find((item) => item.id === cursor);
    if (this.cursorPolicy === 'restart' || !gone) return 0;
    const behind = listed.findIndex((item) => this.#compare(item, gone) > 0);
    return behind === -1 ? listed.length : behind;
  }

  #compare(a: ModelItem, b: ModelItem): number {
    const tie = a.id < b.id ? -1 : 1;
    switch (this.order) {
      case 'newest-first':
        return b.createdAtMs - a.createdAtMs || tie;
      case 'oldest-first':
        return a.createdAtMs - b.createdAtMs || tie;
      case 'by-id':
        return tie;
      case 'shuffled':
        return a.shuffle - b.shuffle || tie;
      case 'grouped':
        return a.group - b.group || b.createdAtMs - a.createdAtMs || tie;
    }
  }
}

const GROUPS = 3;

const scramble = (n: number): number => Math.imul(n ^ 0x9e3779b9, 0x85ebca6b) >>> 0;

export function errorOf(fault: ApiFault): PostureError {
  switch (fault) {
    case '401':
      return new UnauthorizedError('401');
    case '423':
      return new NotReadyError('423', { days_until_ready: 0.001 });
    case '429':
      return new RateLimitedError('429', 1_000);
    case '500':
      return new RejectedError('500', 500);
    case 'timeout':
      return new UnreachableError('timeout', true);
    case 'malformed':
      return new MalformedError('malformed');
  }
}
