/** `npm run configs`: random configurations, each synthesized, held against AWS's limits, deployed on the local cloud. */
import fc from 'fast-check';
import { commandFlags } from '../../../lib/base/command-flags.ts';
import { print, printAside } from '../../../lib/base/terminal.ts';
import { anyConfig } from './any-config.ts';
import { tryConfig } from './try-config.ts';

const HELP = `Usage: npm run configs -- [flags]

  --runs N   how many configurations (1000)
  --seed N   which ones (1)`;

const { values } = commandFlags(HELP, {
  runs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];

let failed = 0;
for (const [index, config] of fc.sample(anyConfig, { numRuns: runs, seed }).entries()) {
  const problems = await tryConfig(config);
  if (problems.length > 0) {
    failed += 1;
    printAside(`Configuration ${index} of seed ${seed}: ${problems.join('; ')}`, JSON.stringify(config));
  }
  if ((index + 1) % 100 === 0) print(`${index + 1} of ${runs}, ${failed} of them refused`);
}
print(`${runs} configurations of seed ${seed}: ${failed} refused.`);
process.exitCode = failed === 0 ? 0 : 1;
