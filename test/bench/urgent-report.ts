import { drawTable } from './draw-table.ts';
import { percentile } from './percentile.ts';
import type { Figure } from './report-figure.ts';
import type { Arrival } from './urgent-world.ts';
import { CHATS, type Chat } from './watch-cases.ts';

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

/** The columns that hold words. */
const WORDS = 2;

const COLUMNS: readonly (readonly [title: string, of: (figures: Figures) => string])[] = [
  ['a critical case', ({ scene }) => scene],
  ['chat', ({ chat }) => chat],
  ['times', ({ own }) => String(own.length)],
  ['p50 s', (figures) => shown(percentile(figures.own, 0.5), figures)],
  ['max s', (figures) => shown(percentile(figures.own, 1), figures)],
  ['in any message, max s', (figures) => shown(percentile(figures.anywhere, 1), figures)],
];

const shown = (seconds: number | null | undefined, { patienceSeconds }: Figures): string =>
  seconds === null || seconds === undefined ? `> ${patienceSeconds}` : seconds.toFixed(1);

export const report = (all: readonly Figures[]): string =>
  drawTable([COLUMNS.map(([title]) => title), ...all.map((one) => COLUMNS.map(([, of]) => of(one)))], WORDS);

/** How much longer a critical case takes in each scene than in the first, where its channel is quiet. */
export const toQuiet = (all: readonly Figures[]): Figure[] =>
  all.flatMap(({ scene, chat, own, patienceSeconds }) => {
    const [quiet] = all.filter((one) => one.chat === chat);
    const usual = quiet && percentile(quiet.own, 0.5);
    if (!quiet || !usual || quiet.scene === scene) return [];
    const ratios = own.map((seconds) => (seconds ?? patienceSeconds) / usual);
    return [{ what: `${scene}, ${chat}`, to: quiet.scene, ratios }];
  });
