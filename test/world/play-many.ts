import fc from 'fast-check';

export interface HowToPlay {
  /** One of the histories, as a failure names it. */
  readonly path?: string | undefined;
  readonly shrink?: boolean | undefined;
  /** Every so-manieth history only, from this one on: another process plays the others. */
  readonly share?: { readonly first: number; readonly of: number } | undefined;
}

export interface Totals {
  runs: number;
  wrong: number;
  counts: Record<string, number>;
}

interface Outcome {
  readonly wrong: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

const ALL = { first: 0, of: 1 };

/** Plays histories until one goes wrong or all are played. */
export async function playMany<History>(
  histories: fc.Arbitrary<History>,
  play: (history: History) => Promise<Outcome>,
  {
    runs,
    seed,
    path,
    shrink = true,
    share = ALL,
  }: HowToPlay & { readonly runs: number; readonly seed: number },
) {
  const totals: Totals = { runs: 0, wrong: 0, counts: {} };
  let index = 0;
  const property = fc.asyncProperty(histories, async (history) => {
    if (index++ % share.of !== share.first) return true;
    const { wrong, counts } = await play(history);
    totals.runs++;
    totals.wrong += wrong.length;
    for (const [name, count] of Object.entries(counts))
      totals.counts[name] = (totals.counts[name] ?? 0) + count;
    return wrong.length === 0;
  });
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: !shrink,
    ...(path ? { path } : {}),
  });
  const [failing] = details.counterexample ?? [];
  return { totals, details, failing };
}
