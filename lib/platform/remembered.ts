/** Something that takes a while to get, kept once it is there. What failed is tried again by the next who asks. */
export function remembered<T>(get: () => Promise<T>): (anew?: boolean) => Promise<T> {
  let kept: Promise<T> | null = null;
  return (anew = false) => {
    if (anew) kept = null;
    if (kept) return kept;
    const getting = get();
    kept = getting;
    getting.catch(() => {
      if (kept === getting) kept = null;
    });
    return getting;
  };
}
