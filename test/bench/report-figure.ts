import { appendFileSync } from 'node:fs';

/** What a bench measured, each time as a ratio to a peer or a limit in the same run: less is better, 1 is as good. */
export interface Figure {
  readonly what: string;
  /** The peer or the limit. */
  readonly to: string;
  readonly ratios: readonly number[];
  /** The most that we want. */
  readonly aim?: number;
}

/** For `npm run bench` without a name, which says where; otherwise nobody asks. */
export function reportFigure(figure: Figure): void {
  const file = process.env.BENCH_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** Of two that were measured in turn, so many at a time: a ratio of medians for each turn. */
export function ratiosOf(ours: readonly number[], peer: readonly number[], atOnce = 1): number[] {
  const middle = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const turns = Math.floor(Math.min(ours.length, peer.length) / atOnce);
  return Array.from({ length: turns }, (_, turn) => {
    const of = (values: readonly number[]) => middle(values.slice(turn * atOnce, (turn + 1) * atOnce));
    return of(ours) / of(peer);
  });
}
