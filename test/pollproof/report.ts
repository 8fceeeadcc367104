import { together } from './grade.ts';
import { percent, type Result, wrongIn } from './results.ts';
import type { Scenario } from './scenario.ts';

const count = (n: number) => n.toLocaleString('en');

/** One line for each poller: what it lost, doubled and told late in all scenarios, and what it asked for. */
export function summaryOf(results: readonly Result[]): string[][] {
  const head = [
    'poller',
    'items',
    'lost',
    'doubled',
    'late',
    'slowest',
    'requests',
    'scenarios without a fault',
  ];
  const lines = results.map(({ poller, grades, repeats, isLive }) => {
    const played = [...grades.values()].filter((one) => one !== null);
    const { items, lost, doubled, late, slowest, requests } = together(played);
    // What is somebody else's to drop is no fault of it.
    const clean = played.filter((one) => wrongIn(repeats ? { ...one, doubled: 0 } : one) === '').length;
    const figure = (n: number) => (n === 0 ? '0' : `${count(n)} (${percent(n, items)})`);
    return [
      `${poller}${isLive ? ' †' : ''}`,
      count(items),
      figure(lost),
      `${figure(doubled)}${repeats ? ' *' : ''}`,
      figure(late),
      `${Math.ceil(slowest)} min`,
      count(requests),
      `${clean} of ${played.length}`,
    ];
  });
  return [head, ...lines];
}

/** One line for each scenario, one column for each poller. */
export const detailsOf = (results: readonly Result[], scenarios: readonly Scenario[]): string[][] => [
  ['scenario', ...results.map(({ poller }) => poller)],
  ...scenarios.map(({ name }) => [
    name,
    ...results.map(({ grades }) => wrongIn(grades.get(name) ?? null) || '✓'),
  ]),
];

export const markdownTable = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The page with one of its parts replaced: what stands between two comments that name it. */
export function withPart(page: string, part: string, text: string): string {
  const begin = `<!-- ${part}: written by npm run pollproof -->`;
  const end = `<!-- end of ${part} -->`;
  const [before, rest = ''] = page.split(begin);
  const after = rest.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The page has no place for ${part}.`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}
