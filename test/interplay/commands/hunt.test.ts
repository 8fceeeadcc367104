import { describe, expect, it } from 'vitest';
import type { CommandAnswer, CommandPage } from '../../../lib/chats/document/command-answer.ts';
import { renderAnswer as inSlack } from '../../../lib/chats/slack/renderer.ts';
import { renderAnswer as inTeams } from '../../../lib/chats/teams/renderer.ts';
import type { CommandLedger } from '../../../lib/features/entry-points/command/command-context.ts';
import { checkMessageBlocks } from '../../../local/slack/blocks/check-blocks.ts';
import { SEAL } from '../../support/sealed.ts';
import { messageProblems as slackProblems } from '../../unit/chats/slack/check-limits.ts';
import { messageProblems as teamsProblems } from '../../unit/chats/teams/check-card.ts';
import { seenInSlack, seenInTeams } from './as-seen.ts';
import { askPlatform } from './ask-platform.ts';
import { aCase, aThreat, IDS, platform } from './platform.ts';

const TABLES = [
  'SigninLogs',
  'AuditLogs',
  'OfficeActivity',
  'CloudAppEvents',
  'EmailEvents',
  'UrlClickEvents',
];
const eventId = (n: number): string => aThreat(n).event_id;
const sourceId = (n: number, k = 0): string =>
  `50040000-0000-4000-8${String(k).padStart(3, '0')}-${String(n).padStart(12, '0')}`;

interface World {
  /** The numbers of the events. */
  events: readonly number[];
  readonly tables?: number;
  readonly idsEach?: number;
  readonly leftOut?: number;
}

/** A case in the ledger with all of its threats, spread over the tables. */
const ledgerOf = (world: World): Partial<CommandLedger> => {
  const { tables = 1, idsEach = 1 } = world;
  return {
    caseOf: async (_, id) => ({
      item:
        id === IDS.case
          ? ({ ...aCase(), events: world.events.map((n) => ({ event_id: eventId(n) })) } as never)
          : null,
      eventsLeftOut: world.leftOut,
      answer: null,
      record: null,
      places: [],
    }),
    threatOf: async (_, id) => {
      const n = world.events.find((one) => eventId(one) === id);
      const source_event_ids = Array.from({ length: idsEach }, (_one, k) => sourceId(n ?? 0, k));
      return n === undefined
        ? null
        : ({ ...aThreat(n), source: TABLES[n % tables], source_event_ids } as never);
    },
  };
};

const hunt = (world: World, page: CommandPage | null = null, id: string = IDS.case) =>
  askPlatform(`hunt ${id}`, platform('none'), { ledger: ledgerOf(world), page });

/** All pages, each as it is seen in both chats. */
async function allPages(world: World, id?: string): Promise<string[]> {
  const seen: string[] = [];
  let page: CommandPage | null = null;
  do {
    const answer: CommandAnswer = await hunt(world, page, id);
    seen.push(seenInBoth(answer));
    page = answer.more[0]?.page ?? null;
  } while (page !== null && seen.length < 50);
  return seen;
}

/** Both show the same queries, or the chat would refuse it. */
function seenInBoth(answer: CommandAnswer): string {
  const [message, card] = [inSlack(answer, SEAL.of), inTeams(answer, SEAL.of)];
  expect(slackProblems(message)).toEqual([]);
  expect(checkMessageBlocks(message.blocks)).toMatchObject({ ok: true });
  expect(teamsProblems(card)).toEqual([]);
  const slack = seenInSlack(message);
  expect(sourcesIn(seenInTeams(card))).toEqual(sourcesIn(slack));
  return slack;
}

const sourcesIn = (text: string): string[] => [...new Set(text.match(/50040000-[0-9a-f-]{27}/g))].sort();
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

describe('hunt', () => {
  it('shows a query for each of four tables at once', async () => {
    const pages = await allPages({ events: numbers(4), tables: 4 });
    expect(pages).toHaveLength(1);
    expect(sourcesIn(pages.join())).toEqual(numbers(4).map((n) => sourceId(n)));
  });

  it.each([
    { what: 'six tables', world: { events: numbers(6), tables: 6 } },
    { what: 'more events than are looked for at once', world: { events: numbers(250), tables: 6 } },
    { what: 'events of many source events', world: { events: numbers(30), tables: 3, idsEach: 30 } },
  ])('reaches every source event of $what, page by page', async ({ world }) => {
    const pages = await allPages(world);
    const { events, idsEach = 1 }: World = world;
    const all = events.flatMap((n) => Array.from({ length: idsEach }, (_, k) => sourceId(n, k)));
    expect(sourcesIn(pages.join())).toEqual(all.sort());
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).not.toMatch(/… and|does not fit/);
  });

  it('says which of them a page shows', async () => {
    const pages = await allPages({ events: numbers(6), tables: 6 });
    expect(pages[0]).toContain('6 events of this case.\nQueries 1 to 4 of 6.');
    expect(pages[1]).toContain('6 events of this case.\nQueries 5 to 6 of 6.');
    const many = await allPages({ events: numbers(250) });
    expect(many[0]).toContain('250 events of this case. Here are the queries for 1 to 100 of them.');
    expect(many[2]).toContain('250 events of this case. Here are the queries for 201 to 250 of them.');
  });

  it('begins again where an event came between two pages, so that none is left out', async () => {
    const world: World = { events: [2, 3, 4, 5, 6, 7], tables: 6 };
    const first = await hunt(world);
    world.events = [1, ...world.events];
    const second = await hunt(world, first.more[0]?.page);
    expect(seenInBoth(second)).toContain(
      'These events have changed, so here are their queries from the start.',
    );
    const third = await hunt(world, second.more[0]?.page);
    expect(sourcesIn([second, third].map(seenInBoth).join())).toEqual(numbers(7).map((n) => sourceId(n)));
  });

  it('reaches every source event of one event', async () => {
    const pages = await allPages({ events: [7], idsEach: 300 }, eventId(7));
    expect(sourcesIn(pages.join())).toHaveLength(300);
    expect(pages.length).toBeGreaterThan(1);
  });

  it('finds a case that the bridge never showed', async () => {
    const answer = await askPlatform(`hunt ${IDS.case}`, platform('found'));
    expect(seenInBoth(answer)).toContain('1 event of this case.');
    expect(sourcesIn(seenInBoth(answer))).toEqual([sourceId(1)]);
  });

  it('says how many events of a case the bridge had no room for', async () => {
    const answer = await hunt({ events: numbers(2), leftOut: 1_200 });
    expect(seenInBoth(answer)).toContain(
      '1,200 more events did not fit into the bridge. Look in the platform.',
    );
    expect(seenInBoth(await hunt({ events: numbers(2), leftOut: 0 }))).not.toContain('no room');
  });

  it('fits into both chats where two domains know the id', async () => {
    const domains = [
      { name: 'acme', show: 'full' },
      { name: 'globex', show: 'full' },
    ] as const;
    const ledger = ledgerOf({ events: numbers(6), tables: 6 });
    const answer = await askPlatform(`hunt ${IDS.case}`, platform('none'), { ledger, domains });
    expect(seenInBoth(answer)).toContain('globex');
    expect(answer.more.map(({ label }) => label)).toEqual(['More of acme', 'More of globex']);
  });

  it('starts from the beginning at a place that is none', async () => {
    const answer = await hunt({ events: numbers(6), tables: 6 }, { text: '', domain: 'acme', after: 'x' });
    expect(seenInBoth(answer)).toContain('Queries 1 to 4 of 6.');
  });
});
