import { harmless, type Line, type Painted } from '../../lib/base/terminal.ts';

export type Cell = string | Painted;

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** On one line, cut, and made harmless before its width is measured. */
function fitted(cell: Cell, widest: number): Cell {
  const clean = harmless(textOf(cell).replace(/\s+/g, ' '));
  const text = clean.length > widest ? `${clean.slice(0, widest - 1)}…` : clean;
  return typeof cell === 'string' ? text : { ...cell, text };
}

/** A table for people, titles first. `--json` has what is cut here. */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[], widest = 80): Line[] {
  const all: Cell[][] = [
    titles.map((text) => ({ text, as: 'strong' as const })),
    ...rows.map((row) => row.map((cell) => fitted(cell, widest))),
  ];
  const widths = titles.map((_, at) => Math.max(...all.map((row) => textOf(row[at] ?? '').length)));
  return all.map((row) => {
    // No padding after the last word of a line.
    const last = row.findLastIndex((cell) => textOf(cell) !== '');
    return row.slice(0, last + 1).flatMap((cell, at): Cell[] => {
      const gap = at === last ? '' : ' '.repeat((widths[at] ?? 0) - textOf(cell).length + 2);
      return gap === '' ? [cell] : [cell, gap];
    });
  });
}
