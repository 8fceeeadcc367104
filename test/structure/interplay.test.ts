import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PAGE = 'docs/interplay.md';

interface Cell {
  readonly event: string;
  readonly capability: string;
  readonly says: string;
  readonly file: string;
  readonly title: string;
}

/** The rows of the page: `| capability | what happens | [test title](../test/...) |`, below the heading of their event. */
function cellsOf(page: string): Cell[] {
  let event = '';
  return page.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) event = line.slice(3);
    const [, capability = '', says = '', title = '', file = ''] =
      /^\| ([^|]+) \| ([^|]+) \| \[([^\]]+)\]\(\.\.\/([^)]+)\) \|$/.exec(line) ?? [];
    return file === '' ? [] : [{ event, capability, says, title, file }];
  });
}

const page = readFileSync(PAGE, 'utf8');
const cells = cellsOf(page);

describe('each cell of docs/interplay.md', () => {
  it('is a sentence with a test', () => {
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (capability|---)/.test(line));
    expect(cells.length).toBe(rows.length);
    expect(cells.length).toBeGreaterThan(25);
    for (const { says } of cells) expect(says).toMatch(/[.]$/);
  });

  it.each(cells)('$event: $capability is shown by "$title"', ({ file, title }) => {
    expect(existsSync(file), file).toBe(true);
    const texts = readFileSync(file, 'utf8').replaceAll("\\'", "'");
    expect(texts).toContain(title);
  });
});
