/** What never came counts as the slowest. */
const slowestLast = (a: number | null, b: number | null): number =>
  (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE);

/**
 * The smallest value that so many of all are not above: `share` 0.95 for p95, 1 for the largest. Always one of the
 * values, never between two. Null where that one never came; undefined of nothing.
 */
export const percentile = <Value extends number | null>(
  values: readonly Value[],
  share: number,
): Value | undefined => values.toSorted(slowestLast)[Math.max(0, Math.ceil(values.length * share) - 1)];
