import type { Line } from '../../lib/base/terminal.ts';
import { defineCommand } from '../frame/definition.ts';
import { statusOfBudgets, tellBudget } from '../look/status-of-budgets.ts';
import { statusOfDestinations, tellDestinations } from '../look/status-of-destinations.ts';
import { statusOfFeeds, tellFeeds } from '../look/status-of-feeds.ts';
import { statusOfHealth } from '../look/status-of-health.ts';
import { statusOfQueues, tellQueues } from '../look/status-of-queues.ts';
import { statusOfWithheld } from '../look/status-of-withheld.ts';
import { type Status, statusLines } from '../look/tell-status.ts';

export default defineCommand({
  name: 'status',
  group: 'Look',
  page: 'operations.md#how-it-is',
  summary: 'How the bridge is, on one page: what is wrong, and where to look next.',
  about:
    'Looks at feeds, destinations, dead letters and request budgets, and reads what the reconciler remembers: the console and the command status in chats say the same. Ends with 1 if something is wrong. Reads only.',
  flags: {
    all: {
      type: 'boolean',
      words: 'each feed, destination, queue and request budget on a line of its own; --json always has them',
    },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'status', words: 'Of the bridge posture-bridge, with your AWS profile.' },
    {
      line: 'status --all',
      words: 'And each feed, destination, queue and key: since when, why, and what waits.',
    },
    { line: 'status --local', words: 'Of the one that npm start runs.' },
    { line: 'status --name staging --region eu-west-1 --json', words: 'Of another one, for a program.' },
  ],
  async run({ flags, bridge, config }) {
    const settings = await config();
    const opened = await bridge();
    const [health, feeds, destinations, queues, budget, withheld] = await Promise.all([
      statusOfHealth(opened, settings),
      statusOfFeeds(opened, settings),
      statusOfDestinations(opened, settings),
      statusOfQueues(opened),
      statusOfBudgets(opened, settings),
      statusOfWithheld(opened, settings),
    ]);
    const parts = { feeds, destinations, queues, budget, withheld };
    const status: Status = { bridge: opened.where, ...health, ...parts };
    const nowMs = opened.clock.now();
    const { lines, well } = statusLines(status, nowMs);
    return {
      value: { well, ...status },
      lines: flags.all ? [...lines, ...eachOf(status, nowMs)] : lines,
      well,
    };
  },
});

/** A table for each part, below the page. */
const eachOf = ({ feeds, destinations, queues, budget }: Status, nowMs: number): Line[] =>
  [
    tellFeeds(feeds, nowMs),
    tellDestinations(destinations, nowMs),
    tellQueues(queues),
    tellBudget(budget),
  ].flatMap((part) => ['', ...part]);
