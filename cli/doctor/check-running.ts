import { isBudgetWell, lookAtBudget } from '../look/look-at-budget.ts';
import { lookAtDestinations } from '../look/look-at-destinations.ts';
import { isFeedWell, lookAtFeeds } from '../look/look-at-feeds.ts';
import { lookAtHealth, runbookOf } from '../look/look-at-health.ts';
import { type Check, type Finding, well, wrong } from './check.ts';

/** What runs, as status sees it: one line for each problem. */
export const checkRunning: Check = {
  about: 'what runs',
  when: 'after',
  async look({ bridge, config }) {
    const [problems, feeds, destinations, budget] = await Promise.all([
      lookAtHealth(bridge),
      lookAtFeeds(bridge, config),
      lookAtDestinations(bridge, config),
      lookAtBudget(bridge, config),
    ]);
    const findings: Finding[] = [
      ...problems.map(({ problem, of }) => wrong(problem, `${of}: ${runbookOf(problem)}`)),
      ...feeds
        .filter((one) => !isFeedWell(one))
        .map(({ domain, feed, is }) =>
          wrong('feed', `${domain} ${feed} is ${is}: ${runbookOf('No successful poll')}`),
        ),
      ...destinations
        .filter(({ is }) => is === 'closed')
        .map(({ destination, because }) =>
          wrong(
            'destination',
            `${destination} takes nothing (${because}): ${runbookOf('Destination is closed')}`,
          ),
        ),
      ...budget
        .filter((one) => !isBudgetWell(one))
        .map(({ domain, kind }) =>
          wrong('budget', `${kind}s of ${domain}: ${runbookOf('Request budget is used up')}`),
        ),
    ];
    return findings.length > 0
      ? findings
      : [well('what runs', 'feeds are polled, destinations are open, and nothing is wrong')];
  },
};
