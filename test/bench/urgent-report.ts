import { type Arrival, CHATS, type Chat } from './urgent-world.ts';

export interface Figures {
  readonly scene: string;
  readonly chat: Chat;
  /** Seconds to a message of its own; null where it did not come in time. */
  readonly own: readonly (number | null)[];
  /** Seconds to any message that shows it. */
  readonly anywhere: readonly (number | null)[];
  readonly patienceSeconds: number;
}

export const figuresOf = (
  scene: string,
  patienceSeconds: number,
  arrivals: readonly (readonly Arrival[])[],
): Figures[] =>
  CHATS.map((chat) => {
    const mine = arrivals.flatMap((some) => some.filter((one) => one.chat === chat));
    return {
      scene,
      chat,
      own: mine.map(({ own }) => own),
      anywhere: mine.map(({ anywhere }) => anywhere),
      patienceSeconds,
    };
  });

/** What never came counts as the slowest. */
const ranked = (times: readonly (number | null)[]): (number | null)[] =>
  times.toSorted((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY));

const COLUMNS: readonly (readonly [title: string, of: (figures: Figures) => string])[] = [
  ['a critical case', ({ scene }) => scene],
  ['chat', ({ chat }) => chat],
  ['times', ({ own }) => String(own.length)],
  ['p50 s', (figures) => shown(ranked(figures.own)[Math.ceil(figures.own.length / 2) - 1], figures)],
  ['max s', (figures) => shown(ranked(figures.own).at(-1), figures)],
  ['in any message, max s', (figures) => shown(ranked(figures.anywhere).at(-1), figures)],
];

const shown = (seconds: number | null | undefined, { patienceSeconds }: Figures): string =>
  seconds === null || seconds === undefined ? `> ${patienceSeconds}` : seconds.toFixed(1);

export function report(all: readonly Figures[]): string {
  const rows = [COLUMNS.map(([title]) => title), ...all.map((one) => COLUMNS.map(([, of]) => of(one)))];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  // Words to the left, figures to the right.
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
