/** `grouped`: one group after the other, as by severity, and each of them newest first. */
export const ORDERS = ['newest-first', 'oldest-first', 'by-id', 'shuffled', 'grouped'] as const;
export type ListOrder = (typeof ORDERS)[number];

/**
 * What a cursor gets whose item was deleted: `error` is a 400 and `broken` a 500, as of a server that looks for the
 * item and stumbles. `positional` counts items instead, so that pages shift.
 */
export const CURSOR_POLICIES = ['resume', 'error', 'broken', 'empty', 'restart', 'positional'] as const;
export type CursorPolicy = (typeof CURSOR_POLICIES)[number];

export interface ListedItem {
  readonly id: string;
  readonly createdAtMs: number;
  readonly visibleAtMs: number;
  deletedAtMs: number | null;
  readonly shuffle: number;
  readonly group: number;
}

export interface ListRules {
  readonly createdAfter: 'inclusive' | 'exclusive';
  readonly pageSize: number;
  readonly repeatsItems: boolean;
}

export interface ListRequest {
  readonly cursor?: string | undefined;
  readonly createdAfterMs?: number | undefined;
  readonly isAskedFor?: (item: ListedItem) => boolean;
}

/** What a list answers with instead of a page. */
export class ListRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** A list of an API that does everything the contract does not forbid. */
export class ModelList {
  readonly items: ListedItem[] = [];
  order: ListOrder = 'newest-first';
  cursorPolicy: CursorPolicy = 'resume';
  /** Where a page ended last. */
  lastCursor: string | null = null;
  readonly rules: ListRules;
  readonly #positions = new Map<string, number>();
  #sortedItems: readonly ListedItem[] = [];
  #sortedAs = '';

  constructor(rules: ListRules) {
    this.rules = rules;
  }

  add(createdAtMs: number, visibleAtMs: number, id = idOf(this.items.length)): ListedItem {
    const serial = this.items.length;
    const shuffle = scramble(serial * 7 + 3);
    const item = { id, createdAtMs, visibleAtMs, deletedAtMs: null, shuffle, group: serial % GROUPS };
    this.items.push(item);
    return item;
  }

  /** Sorted anew only when something was added or the order was changed. */
  #sorted(): readonly ListedItem[] {
    const key = `${this.order} ${this.items.length}`;
    if (this.#sortedAs !== key) {
      this.#sortedItems = this.items.toSorted((a, b) => this.#compare(a, b));
      this.#sortedAs = key;
    }
    return this.#sortedItems;
  }

  page({ cursor, createdAfterMs, isAskedFor = () => true }: ListRequest): {
    readonly items: readonly ListedItem[];
    readonly nextCursor: string | null;
  } {
    const { pageSize, repeatsItems } = this.rules;
    const listed = this.#sorted().filter(
      (item) => item.deletedAtMs === null && this.#isAfter(item, createdAfterMs) && isAskedFor(item),
    );
    const start = cursor === undefined ? 0 : this.#startBehind(cursor, listed);
    const page = listed.slice(start, start + pageSize);
    const last = page.at(-1);
    if (last) this.#positions.set(last.id, start + page.length);
    const [first] = page;
    const nextCursor = start + pageSize < listed.length && last ? last.id : null;
    this.lastCursor = nextCursor ?? this.lastCursor;
    return { items: repeatsItems && first ? [first, ...page] : page, nextCursor };
  }

  #isAfter({ createdAtMs }: ListedItem, bound: number | undefined): boolean {
    if (bound === undefined) return true;
    return this.rules.createdAfter === 'inclusive' ? createdAtMs >= bound : createdAtMs > bound;
  }

  #startBehind(cursor: string, listed: readonly ListedItem[]): number {
    const at = listed.findIndex((item) => item.id === cursor);
    if (this.cursorPolicy === 'positional') return this.#positions.get(cursor) ?? at + 1;
    if (at >= 0) return at + 1;
    if (this.cursorPolicy === 'error') throw new ListRefusal(400);
    if (this.cursorPolicy === 'broken') throw new ListRefusal(500);
    if (this.cursorPolicy === 'empty') return listed.length;
    const gone = this.items.find((item) => item.id === cursor);
    if (this.cursorPolicy === 'restart' || !gone) return 0;
    const behind = listed.findIndex((item) => this.#compare(item, gone) > 0);
    return behind === -1 ? listed.length : behind;
  }

  #compare(a: ListedItem, b: ListedItem): number {
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

/** Sorted by it, items come in no order of time. */
export const idOf = (serial: number): string =>
  `${scramble(serial).toString(16).padStart(8, '0')}-0000-4000-8000-${String(serial).padStart(12, '0')}`;
