/** A span of time, both ends included. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The contract does not say whether a list includes its bounds. */
const SPARE_MS = 1_000;

/** As few spans as cover all of these moments, and at most `most`: moments near each other share a span. */
export function windowsOf(
  momentsMs: readonly number[],
  { most, apartMs }: { readonly most: number; readonly apartMs: number },
): TimeWindow[] {
  const sorted = momentsMs.toSorted((a, b) => a - b);
  const gaps = sorted
    .slice(1)
    .map((ms, index) => ({ index: index + 1, ms: ms - (sorted[index] ?? 0) }))
    .filter(({ ms }) => ms > apartMs)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, most - 1)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b);
  const starts = sorted.length === 0 ? [] : [0, ...gaps];
  return starts.map((start, index) => ({
    fromMs: (sorted[start] ?? 0) - SPARE_MS,
    toMs: (sorted[(starts[index + 1] ?? sorted.length) - 1] ?? 0) + SPARE_MS,
  }));
}
