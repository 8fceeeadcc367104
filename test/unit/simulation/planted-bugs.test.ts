import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from '../../simulation/planted-bugs.ts';
import { PLANTED_VERDICT_BUGS } from '../../simulation/verdicts/planted-verdict-bugs.ts';

it('every bug that the simulations are to notice can be planted', () => {
  const lost = [...PLANTED_BUGS, ...PLANTED_VERDICT_BUGS].filter(
    ({ file, right }) => readFileSync(file, 'utf8').split(right).length !== 2,
  );
  expect(lost.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
});
