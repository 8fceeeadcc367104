/**
 * Caches something that takes a while to get. After a failure the next call tries again. `fresh` gets it again in any
 * case; if that fails, the cached value stays.
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
