import { expect, it } from 'vitest';
import { createSideBySide } from '../../../../local/bill/side-by-side.ts';

it('lets the run go on that is furthest behind, and waits for one that has not said yet', async () => {
  const sides = createSideBySide();
  const [first, second] = [sides.begin(), sides.begin()];
  const went: string[] = [];
  const step = async (name: string, run: typeof first, atMs: number) => {
    await run.until(atMs, 0);
    went.push(`${name} ${atMs}`);
  };
  const late = step('first', first, 150);
  await Promise.resolve();
  expect(went).toEqual([]);
  await step('second', second, 100);
  await step('second', second, 140);
  expect(went).toEqual(['second 100', 'second 140']);
  second.end();
  await late;
  expect(went.at(-1)).toBe('first 150');
  first.end();
  expect(sides.isBusy()).toBe(false);
});
