import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from '../../simulation/planted-bugs.ts';

it('every bug that the simulation of feeds is to notice can be planted', () => {
  const lost = PLANTED_BUGS.filter(({ file, right }) => readFileSync(file, 'utf8').split(right).length !== 2);
  expect(lost.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
});
