import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from '../../simulation/planted-bugs.ts';
import { PLANTED_TOLD_BUGS } from '../../simulation/told/planted-told-bugs.ts';
import { PLANTED_VERDICT_BUGS } from '../../simulation/verdicts/planted-verdict-bugs.ts';
import { PLANTED_HOOK_BUGS } from '../../simulation/webhooks/planted-hook-bugs.ts';

it('every bug that the simulations are to notice can be planted', () => {
  const all = [...PLANTED_BUGS, ...PLANTED_VERDICT_BUGS, ...PLANTED_TOLD_BUGS, ...PLANTED_HOOK_BUGS];
  const lost = all.filter(({ file, right }) => readFileSync(file, 'utf8').split(right).length !== 2);
  expect(lost.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
});
