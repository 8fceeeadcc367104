import { drawing, escaped, FONT } from '../support/svg.ts';
import { percent, type Result, wrongIn } from './results.ts';
import type { Scenario } from './scenario.ts';

const CELL = { width: 62, height: 24 };
const LEFT = 250;
const TOP = 150;

type Grades = Result['grades'];
type Graded = Grades extends ReadonlyMap<string, infer One> ? One : never;

/** Red by how much is lost; amber where something only came twice or late. */
function colourOf(grade: Graded): string {
  if (grade === null) return '#eeeeee';
  if (grade.lost > 0) {
    const share = grade.lost / Math.max(1, grade.items);
    return `hsl(4 80% ${Math.round(80 - 30 * Math.min(1, share))}%)`;
  }
  return wrongIn(grade) === '' ? '#cde8d0' : '#f6dc9a';
}

function wordOf(grade: Graded): string {
  if (grade === null) return '';
  const { items, lost, doubled, late } = grade;
  if (lost > 0) return percent(lost, items);
  if (doubled > 0) return 'twice';
  return late > 0 ? 'late' : '';
}

/** A field for each scenario and poller, with what is wrong in it. */
export function plotOf(results: readonly Result[], scenarios: readonly Scenario[]): string {
  const width = LEFT + results.length * CELL.width + 90;
  const height = TOP + scenarios.length * CELL.height + 40;
  const x = (column: number) => LEFT + column * CELL.width;
  const y = (row: number) => TOP + row * CELL.height;
  const heads = results.map(
    ({ poller }, column) =>
      `<text transform="translate(${x(column) + 24} ${TOP - 8}) rotate(-40)" ${FONT}>${escaped(poller)}</text>`,
  );
  const rows = scenarios.flatMap(({ name }, row) => [
    `<text x="${LEFT - 10}" y="${y(row) + 16}" text-anchor="end" ${FONT}>${escaped(name)}</text>`,
    ...results.flatMap(({ poller, grades }, column) => {
      const grade = grades.get(name) ?? null;
      const title = `${poller}, ${name}: ${wrongIn(grade) || 'all told once and in time'}`;
      return [
        `<rect x="${x(column)}" y="${y(row)}" width="${CELL.width - 2}" height="${CELL.height - 2}" fill="${colourOf(grade)}"><title>${escaped(title)}</title></rect>`,
        `<text x="${x(column) + CELL.width / 2 - 1}" y="${y(row) + 16}" text-anchor="middle" ${FONT}>${escaped(wordOf(grade))}</text>`,
      ];
    }),
  ]);
  const legend = 'green: all told once and in time · amber: told twice or late · red: so much was never told';
  return drawing(width, height, 'What each poller lost in each scenario', [
    ...heads,
    ...rows,
    `<text x="${LEFT}" y="${height - 14}" ${FONT}>${escaped(legend)}</text>`,
  ]);
}
