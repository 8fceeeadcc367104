import fc from 'fast-check';
import { type History, history, historyOfBoth, historyOfRolling, historyOfSmall } from './history.ts';
import { playHistory } from './play-history.ts';

export interface Totals {
  runs: number;
  counts: Record<string, number>;
  wrong: number;
}

export interface Options {
  readonly path?: string | undefined;
  readonly shrink?: boolean;
  /** Cases in Slack alone, in Slack and in Teams, in Slack and in a chat that the bridge has no list of, or while versions change. */
  readonly chats?: 'slack' | 'both' | 'small' | 'rolling';
}

const HISTORIES = { slack: history, both: historyOfBoth, small: historyOfSmall, rolling: historyOfRolling };

/** Plays histories until one goes wrong or all are played. */
export async function simulateVerdicts(
  runs: number,
  seed: number,
  { path, shrink = true, chats = 'slack' }: Options = {},
) {
  const totals: Totals = { runs: 0, counts: {}, wrong: 0 };
  const property = fc.asyncProperty(HISTORIES[chats], async (one) => {
    const { wrong, counts } = await playHistory(one);
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

/** A history in words. */
export async function tellHistory(failing: History): Promise<string> {
  const { wrong, story } = await playHistory(failing, true);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}
