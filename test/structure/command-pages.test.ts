import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { readPage } from './docs/markdown.ts';

/** A sentence about a page or heading that is not there. */
function missing(page: string): string[] {
  const [file = '', anchor] = page.split('#');
  if (!readdirSync('docs').includes(file)) return [`docs/${file} is not there`];
  const { anchors } = readPage(readFileSync(join('docs', file), 'utf8'));
  return anchor === undefined || anchors.has(anchor) ? [] : [`docs/${file} has no heading #${anchor}`];
}

it('each command leads to a page of the docs that is there, and names the command', async () => {
  const wrong: string[] = [];
  for (const { name, load } of COMMANDS) {
    const { page } = (await load()).default;
    const [file = ''] = page.split('#');
    const lacks = missing(page);
    const says = lacks.length > 0 || readFileSync(join('docs', file), 'utf8').includes(name);
    wrong.push(
      ...lacks.map((one) => `${name}: ${one}`),
      ...(says ? [] : [`${name}: docs/${file} does not name it`]),
    );
  }
  expect(wrong).toEqual([]);
});

it('each sentence of the command that leads to a page leads to one that is there', () => {
  const sources = readdirSync('cli', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const named = sources.flatMap((path) =>
    [...readFileSync(join('cli', path), 'utf8').matchAll(/(?:addressOf|seePage)\('([^']+)'\)/g)].map(
      ([, page = '']) => page,
    ),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.flatMap(missing)).toEqual([]);
});
