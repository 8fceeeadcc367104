import { percentile } from './percentile.ts';

export const quantile = (values: readonly number[], share: number): number =>
  percentile(values, share) ?? Number.NaN;
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const kb = (bytes: number): string => `${(bytes / 1_000).toFixed(0)} KB`;
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** How much is measured. The quick run is for trying the bench itself: its figures are no figures. */
export interface Rounds {
  readonly starts: number;
  readonly blocks: number;
  readonly block: number;
  readonly warmUp: number;
}

export const FULL: Rounds = { starts: 21, blocks: 20, block: 100, warmUp: 500 };
export const QUICK: Rounds = { starts: 3, blocks: 2, block: 50, warmUp: 100 };

/** Each side in turn, so that whatever else the machine does happens to all of them. */
export async function rotateStart<Side extends string>(
  sides: readonly Side[],
  rounds: number,
  once: (side: Side, round: number) => Promise<readonly number[]>,
): Promise<Record<Side, number[]>> {
  const times = Object.fromEntries(sides.map((side) => [side, []])) as unknown as Record<Side, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) times[side].push(...(await once(side, round)));
  }
  return times;
}
