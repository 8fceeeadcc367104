import { CALM_BEFORE, type Happening, type Plan, type Scenario } from './scenario.ts';

const at = CALM_BEFORE;
const ELASTIC = 'https://github.com/elastic/integrations/issues';

/** What comes every day: an item in most minutes, so that a poller that is lost has something to lose. */
function usual({ random }: Plan, from: number, minutes: number): Happening[] {
  return Array.from({ length: minutes }, (_, minute): Happening => {
    const within = from + minute + random() * 0.9;
    return { what: 'items', at: within, count: random() < 0.5 ? 1 : 2 };
  });
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a quiet day',
    story: 'Nothing goes wrong: items come one by one, newest first.',
    happenings: (plan) => usual(plan, at, 20),
  },
  {
    name: 'newest first, and a restart',
    story:
      'Trend Micro lists detections newest first. The input noted the time of the first event of page 1, the agent was restarted, and pages 2 to 4 were never read.',
    source: `${ELASTIC}/12873`,
    happenings: (plan) => [
      { what: 'items', at: at + 1.2, count: 100, apart: 0.005 },
      { what: 'kill', at: at + 1.5, on: 'request', nth: 2 },
      ...usual(plan, at + 2, 15),
    ],
  },
  {
    name: 'a list without an order',
    story:
      'MISP does not sort its events and cannot be asked to. The time of the last event of an answer was taken for the newest.',
    source: `${ELASTIC}/6477`,
    order: 'shuffled',
    happenings: (plan) => [
      ...usual(plan, at, 10),
      { what: 'items', at: at + 10.2, count: 40, apart: 0.01 },
      ...usual(plan, at + 11, 10),
    ],
  },
  {
    name: 'a list without an order or a filter',
    story:
      'The same list where it cannot be asked for what is new: 300 items are there before the poller starts.',
    feed: 'threats',
    order: 'shuffled',
    happenings: (plan) => [{ what: 'items', at: -60, count: 300, apart: 5 }, ...usual(plan, at, 20)],
  },
  {
    name: 'late alerts',
    story:
      'Cortex XDR dates an alert by the host. A host that was offline reports hours later, behind the time that the input had come to.',
    source: `${ELASTIC}/10518`,
    happenings: (plan) => [
      ...usual(plan, at, 18),
      ...[5.3, 9.3, 13.3].map(
        (minute): Happening => ({
          ...{ what: 'items', at: at + minute, count: 2, apart: 0.2 },
          bornAgo: 30 + plan.random() * 240,
        }),
      ),
    ],
  },
  {
    name: 'rows at the border of a cursor',
    story:
      'Rows with the highest updated_at, or one just below it, were committed after the query had read that time as its upper bound. The next sync began behind them.',
    source: 'https://github.com/airbytehq/airbyte/issues/85918',
    order: 'oldest-first',
    happenings: (plan) =>
      usual(plan, at, 16).flatMap((one): Happening[] => [
        one,
        ...(plan.random() < 0.5
          ? [
              {
                ...({ what: 'items', at: Math.floor(one.at) + 1.1, count: 1 } as const),
                likeNewestLess: plan.random() < 0.5 ? 0 : 0.02,
              },
            ]
          : []),
      ]),
  },
  {
    name: 'a pause of a weekend',
    story:
      'After errors with status 429 the connector was paused for a weekend. When it had caught up it went on to read what it had read, and logs stood there several times.',
    source: 'https://github.com/Azure/Azure-Sentinel/issues/12335',
    order: 'oldest-first',
    happenings: (plan) => [
      ...usual(plan, at, 6),
      { what: 'outage', at: at + 6, for: 2, status: 429 },
      { what: 'pause', at: at + 8, for: plan.day * 2 },
      ...Array.from(
        { length: 30 },
        (_, n): Happening => ({
          ...{ what: 'items', count: 2, apart: 0.1 },
          at: at + 8 + ((n + plan.random()) * plan.day * 2) / 30,
        }),
      ),
      ...usual(plan, at + 9 + plan.day * 2, 15),
    ],
  },
  {
    name: 'two pollers',
    story:
      'A workflow was imported over a running one. The old poller stayed beside the new one, and each item was handled twice.',
    source: 'https://github.com/n8n-io/n8n/issues/35251',
    pollers: 2,
    happenings: (plan) => usual(plan, at, 20),
  },
  {
    name: 'a list that turns around',
    story: 'A new version of the API lists oldest first what it listed newest first.',
    feed: 'threats',
    happenings: (plan) => [
      { what: 'items', at: -60, count: 100, apart: 5 },
      ...usual(plan, at, 8),
      { what: 'order', at: at + 8, order: 'oldest-first' },
      ...usual(plan, at + 8, 14),
    ],
  },
  {
    name: 'equal times across a page',
    story: 'A scan writes 60 items with one timestamp, in two batches a minute apart. A page holds 25.',
    order: 'oldest-first',
    happenings: (plan) => [
      ...usual(plan, at, 4),
      { what: 'items', at: at + 5.1, count: 35, apart: 0 },
      { what: 'items', at: at + 6.1, count: 25, apart: 0, likeNewestLess: 0 },
      ...usual(plan, at + 7, 12),
    ],
  },
  {
    name: 'an item from tomorrow',
    story: 'One source has a clock that is a day ahead. Its item is the newest for a day.',
    happenings: (plan) => [
      ...usual(plan, at, 6),
      { what: 'items', at: at + 6.5, count: 1, bornAgo: -24 * 60 },
      ...usual(plan, at + 7, 15),
    ],
  },
  {
    name: "the poller's clock is ahead",
    story: "The machine of the poller is ten minutes ahead of the API's.",
    pollerAhead: 10,
    happenings: (plan) => usual(plan, at, 20),
  },
  {
    name: 'an outage of a day',
    story: 'The API answers with status 503 for a day, and items go on to come.',
    happenings: (plan) => [
      ...usual(plan, at, 6),
      { what: 'outage', at: at + 6, for: plan.day, status: 503 },
      ...Array.from(
        { length: 60 },
        (_, n): Happening => ({
          ...{ what: 'items', count: 2, apart: 0.1 },
          at: at + 6 + ((n + plan.random()) * plan.day) / 60,
        }),
      ),
      ...usual(plan, at + 7 + plan.day, 15),
    ],
  },
  {
    name: 'a lost cursor',
    story: 'The item that a cursor names is deleted between two pages. The API answers with status 400.',
    cursors: 'error',
    happenings: (plan) => [
      ...usual(plan, at, 4),
      { what: 'items', at: at + 5.1, count: 60, apart: 0.01 },
      { what: 'delete-cursor', at: at + 5.2 },
      ...usual(plan, at + 6, 14),
    ],
  },
  {
    name: 'it dies as it tells',
    story: 'The process is gone right after it has told an item, before it could write that down.',
    happenings: (plan) => [
      ...usual(plan, at, 16),
      { what: 'kill', at: at + 5, on: 'tell', nth: 1 },
      { what: 'kill', at: at + 10, on: 'tell', nth: 1 },
    ],
  },
];
