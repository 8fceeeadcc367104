import fc from 'fast-check';
import { history } from './history.ts';
import { playHistory } from './play.ts';
const [, , seed, index] = process.argv.map(Number);
const h = fc.sample(history, { numRuns: (index as number) + 1, seed: seed as number })[index as number];
if (h) { const r = await playHistory(h, true); console.log(JSON.stringify(h)); console.log(r.story.filter((l) => !/logs (reconciled|audit)/.test(l)).join('\n')); console.log(r.wrong); }
