/**
 * Something that takes a while to get, kept once it is there. What failed is tried again by the next call. `fresh` gets it
 * again in any case, and what was kept stays when that fails.
 */
export function remembered<T>(get: () => Promise<T>): (fresh?: boolean) => Promise<T> {
  let kept: Promise<T> | null = null;
  return (fresh = false) => {
    if (kept && !fresh) return kept;
    const before = kept;
    const getting = get();
    kept = getting;
    getting.catch(() => {
      if (kept === getting) kept = before;
    });
    return getting;
  };
}
