import type * as z from 'zod/mini';
import { parseTolerant, type Repair } from './parse-tolerant.ts';

export interface Page<T> {
  readonly items: readonly T[];
  /** Items that could not be read. They are passed on, so that none is lost silently. */
  readonly rejected: readonly RejectedItem[];
  /** Values set aside inside items that were read. */
  readonly repairs: readonly Repair[];
  readonly nextCursor: string | null;
  /** The server's clock when it answered, if the server said. */
  readonly serverTimeMs: number | null;
}

export interface RejectedItem {
  readonly index: number;
  readonly id: string | null;
  readonly reason: string;
  readonly item: unknown;
}

export interface ListShape<T> {
  /** The key under which the answer holds the items. */
  readonly itemsKey: 'items' | 'data';
  readonly idKey: string;
  readonly item: z.ZodMiniType<T>;
}

/** Returns a sentence instead of a page if the answer is not a list at all. */
export function readPage<T>(
  shape: ListShape<T>,
  body: unknown,
  serverTimeMs: number | null = null,
): Page<T> | string {
  if (typeof body !== 'object' || body === null) return 'the answer is not an object';
  const { [shape.itemsKey]: list, next_cursor: cursor } = body as Record<string, unknown>;
  if (!Array.isArray(list)) return `the answer has no list under "${shape.itemsKey}"`;
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') return 'next_cursor is not text';

  const items: T[] = [];
  const rejected: RejectedItem[] = [];
  const repairs: Repair[] = [];
  list.forEach((item: unknown, index) => {
    const read = parseTolerant(shape.item, item);
    if (!read.ok) {
      rejected.push({ index, id: idOf(item, shape.idKey), reason: read.reason, item });
      return;
    }
    items.push(read.value);
    for (const repair of read.repairs) {
      repairs.push({ ...repair, path: `${shape.itemsKey}[${index}].${repair.path}` });
    }
  });
  return { items, rejected, repairs, nextCursor: cursor || null, serverTimeMs };
}

function idOf(item: unknown, idKey: string): string | null {
  const id = (item as Record<string, unknown> | null | undefined)?.[idKey];
  return typeof id === 'string' && id ? id : null;
}
