export interface Plan<K> {
  readonly remove: readonly K[];
  /** In this order, each one before another that stands already, or at the end. */
  readonly place: readonly { readonly key: K; readonly before: K | null }[];
}

/**
 * How to get from what stands to what should stand. What keeps its place is not named: an element that is moved loses
 * the focus, its open menu and its scrolling.
 */
export function planMoves<K>(have: readonly K[], want: readonly K[]): Plan<K> {
  const wanted = new Set(want);
  const standing = have.filter((key) => wanted.has(key));
  const settled = new Set<K>();
  let at = 0;
  const place: { key: K; before: K | null }[] = [];
  for (const key of want) {
    while (at < standing.length && settled.has(standing[at] as K)) at += 1;
    if (at < standing.length && standing[at] === key) at += 1;
    else place.push({ key, before: at < standing.length ? (standing[at] as K) : null });
    settled.add(key);
  }
  return { remove: have.filter((key) => !wanted.has(key)), place };
}
