import fc from 'fast-check';
import { playTold } from './play-told.ts';
import { type ToldHistory, toldHistory } from './told-history.ts';

/** Plays histories of cases that tell threats, until one goes wrong or all are played. */
export async function simulateTold(
  runs: number,
  seed: number,
  { path, shrink = true }: { path?: string | undefined; shrink?: boolean } = {},
) {
  const totals = { runs: 0, wrong: 0, counts: {} as Record<string, number> };
  const property = fc.asyncProperty(toldHistory, async (history) => {
    const { wrong, counts } = await playTold(history);
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

/** The shrunk history in words. */
export async function tellToldHistory(failing: ToldHistory): Promise<string> {
  const { wrong, story } = await playTold(failing, true);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}
