import { runbookOf, statusOfHealth } from '../look/status-of-health.ts';
import { type Check, well, wrong } from './check.ts';

/** What runs, as status says it: one line for each problem. */
export const checkRunning: Check = {
  about: 'what runs',
  when: 'after',
  async look({ bridge, config }) {
    const { headline, problems } = await statusOfHealth(bridge, config);
    return problems.length > 0
      ? problems.map(({ problem, of }) => wrong(problem, `${of}: ${runbookOf(problem)}`))
      : [well('what runs', headline)];
  },
};
