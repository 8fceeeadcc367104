export const CURSOR_POLICIES = ['resume', 'error', 'empty', 'restart'] as const;
export type CursorPolicy = (typeof CURSOR_POLICIES)[number];

/** Where a page starts: at the front, after a place, nowhere, or not at all because the cursor is refused. */
export type PageStart<Place> =
  | { readonly kind: 'front' }
  | { readonly kind: 'behind'; readonly place: Place }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'refused' };

export type Located<Place> = { readonly place: Place; readonly gone: boolean };

export const startPage = <Place>(
  cursor: string | undefined,
  policy: CursorPolicy,
  locate: (cursor: string) => Located<Place> | undefined,
): PageStart<Place> => {
  if (cursor === undefined) return { kind: 'front' };
  const located = locate(cursor);
  if (located !== undefined && (!located.gone || policy === 'resume')) {
    return { kind: 'behind', place: located.place };
  }
  if (policy === 'empty') return { kind: 'nowhere' };
  if (policy === 'restart') return { kind: 'front' };
  // A cursor that never existed has no place to resume from, so `resume` refuses it like `error` does.
  return { kind: 'refused' };
};

export type Page<Item> = { readonly items: Item[]; readonly nextCursor?: string };

/** Cuts a page from one more item than fits: the extra item only shows that there is a next page. */
export const cutPage = <Item>(found: Item[], pageSize: number, idOf: (item: Item) => string): Page<Item> => {
  if (found.length <= pageSize) return { items: found };
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  return last === undefined ? { items } : { items, nextCursor: idOf(last) };
};
