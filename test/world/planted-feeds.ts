import { ConditionalCheckFailedException, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { HttpAnswer, HttpRequest } from '../../lib/base/http/http-transport.ts';
import type { HttpPorts } from '../../lib/compose/ports.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { FeedState } from '../../lib/feed/feed-state.ts';
import type { Capability, History } from './history.ts';
import { FEED_RULES, type Lists } from './lists.ts';
import type { PlantedBug } from './plant.ts';

interface Command {
  readonly input: {
    readonly Key?: { readonly pk?: { readonly S?: string } };
    ConditionExpression?: string;
    readonly ExpressionAttributeValues?: Record<string, { S?: string; N?: string }>;
    readonly QueueUrl?: string;
    readonly Entries?: readonly { readonly Id?: string }[];
  };
  readonly constructor: { readonly name: string };
}
type Send = (command: Command) => Promise<unknown>;
type Way<Send> = (send: Send, ports: HttpPorts) => Send;

/** Another way for what the poller writes, sends and asks for. */
const polling =
  ({
    table,
    queue,
    api,
  }: {
    readonly table?: Way<Send>;
    readonly queue?: Way<Send>;
    readonly api?: Way<(request: HttpRequest) => Promise<HttpAnswer>>;
  }) =>
  (ports: HttpPorts, kind: string): HttpPorts => {
    if (kind !== 'poll') return ports;
    const toTable = ports.table.client.send as unknown as Send;
    const toQueue = ports.sqs.send as unknown as Send;
    const ask = (request: HttpRequest) => ports.transport.send(request);
    return {
      ...ports,
      ...(table && { table: { ...ports.table, client: { send: table(toTable, ports) } as never } }),
      ...(queue && { sqs: { send: queue(toQueue, ports) } as never }),
      ...(api && { transport: { ...ports.transport, send: api(ask, ports) } }),
    };
  };

const isOfFeed = ({ input, constructor: { name } }: Command): boolean =>
  name === 'UpdateItemCommand' && input.Key?.pk?.S?.startsWith('feed#') === true;
const stateIn = ({ input }: Command) => input.ExpressionAttributeValues?.[':state'];

/** A process that is new to a feed reads another state. */
const loading =
  (change: (state: FeedState, nowMs: number) => Partial<FeedState>): Way<Send> =>
  (send, { clock }) =>
  async (command) => {
    const answer = await send(command);
    const { Item: row } = answer as { readonly Item?: Record<string, { readonly S?: string }> };
    const isOfState = command.constructor.name === 'GetItemCommand' && row?.pk?.S?.startsWith('feed#');
    if (!isOfState || !row?.state?.S) return answer;
    const saved: FeedState = JSON.parse(row.state.S);
    const state = { S: JSON.stringify({ ...saved, ...change(saved, clock.now()) }) };
    return { Item: { ...row, state } };
  };

/** Another says no to the poller while somebody holds the lease of a feed. */
const leased =
  (isHeld: (expiresAtMs: number, nowMs: number) => boolean): Way<Send> =>
  (send, { clock, table }) =>
  async (command) => {
    if (isOfFeed(command)) {
      const { Item: row } = await table.client.send(
        new GetItemCommand({ TableName: table.tableName, Key: command.input.Key as never }),
      );
      const isOther =
        row?.leaseHolder && row.leaseHolder.S !== command.input.ExpressionAttributeValues?.[':holder']?.S;
      if (isOther && isHeld(Number(row.leaseExpiresAtMs?.N), clock.now()))
        throw new ConditionalCheckFailedException({ $metadata: {}, message: 'held' });
    }
    return send(command);
  };

/** What the poller sends leaves only after it has written this. */
const sendingAfter = (isAwaited: (command: Command) => boolean) => (ports: HttpPorts, kind: string) => {
  const held: (() => Promise<unknown>)[] = [];
  return polling({
    queue: (send) => (command) => {
      held.push(() => send(command));
      return Promise.resolve({ Successful: command.input.Entries?.map(({ Id }) => ({ Id })), Failed: [] });
    },
    table: (send) => async (command) => {
      const answer = await send(command);
      if (isAwaited(command)) for (const one of held.splice(0)) await one().catch(() => {});
      return answer;
    },
  })(ports, kind);
};

/** The lists are read in another way. */
const reading =
  (way: (answer: HttpAnswer, request: HttpRequest, ports: HttpPorts) => HttpAnswer): Way<Ask> =>
  (ask, ports) =>
  async (request) => {
    const answer = await ask(request);
    return /\/(cases|threats)$/.test(request.url.pathname) ? way(answer, request, ports) : answer;
  };
type Ask = (request: HttpRequest) => Promise<HttpAnswer>;
interface Body {
  readonly items?: readonly { created_at: string }[];
  readonly data?: readonly { created_at: string }[];
  readonly next_cursor: string | null;
}
const changed = (answer: HttpAnswer, change: (body: Body) => object): HttpAnswer =>
  answer.status === 200 && answer.body.startsWith('{')
    ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
    : answer;
const cursorOf = ({ url }: HttpRequest) => url.searchParams.get('next_cursor');

const polls =
  (change: (poll: BridgeConfig['poll']) => Partial<BridgeConfig['poll']>) =>
  (config: BridgeConfig): BridgeConfig => ({ ...config, poll: { ...config.poll, ...change(config.poll) } });

const listing =
  (change: Partial<Lists>) =>
  (history: History): History => ({
    ...history,
    ...(history.lists && { lists: { ...history.lists, ...change } }),
  });

const FEED: readonly Capability[] = ['lists', 'threats'];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A list that takes several runs to be read, in plain circumstances. */
const LONG = {
  ...({ only: 'threats', order: 'newest-first', cursors: 'resume', pageSize: 2, pastTies: false } as const),
  ...{ past: { threats: 45, cases: 0 }, pollers: 1, runMs: 2_500, silence: null, events: [] },
  ...{ clockOffsetMs: 0, apiFaults: 0, apiOutages: [], brokenQueue: false },
};
/** The clock of the poller is an hour ahead at first. */
const AHEAD = { ...LONG, runMs: 50_000, pageSize: 25, saysTime: true, clocks: [60 * MINUTE] };
/** The item is deleted behind which a run that was cut off goes on. */
const LOST = {
  start: 'all',
  events: [{ what: 'delete-cursor', of: 'threats', atMs: MINUTE / 2 }],
} as const;
const ITEMS = { what: 'items', of: 'threats', count: 1, tie: false, bornMsAgo: 0 } as const;

/** Wrong pollers. */
export const PLANTED_FEEDS: Readonly<Record<string, PlantedBug>> = {
  'the place in a list is saved before its items are sent': {
    in: [...FEED, 'crashes'],
    ports: sendingAfter((command) => isOfFeed(command) && stateIn(command) !== undefined),
  },
  'items are recorded before they are sent': {
    in: [...FEED, 'crashes'],
    ports: sendingAfter(({ constructor: { name } }) => name === 'BatchWriteItemCommand'),
  },
  'what was created at the very time of `since` is not told': {
    in: FEED,
    config: polls(({ start }) => ({
      start:
        typeof start === 'string'
          ? start
          : { since: new Date(Date.parse(start.since) + 1).toISOString() as never },
    })),
  },
  'the lookback is ignored': {
    in: FEED,
    with: listing({
      ...{ ...LONG, runMs: 50_000, start: 'now' },
      events: [
        { ...ITEMS, atMs: 9.3 * MINUTE, count: 12 },
        { ...ITEMS, atMs: 9.8 * MINUTE, count: 2 },
        { ...ITEMS, atMs: 10.5 * MINUTE, bornMsAgo: 4.5 * MINUTE },
      ],
    }),
    config: polls(() => ({ lookback: 0 })),
  },
  'the window of a sweep is an hour too short': {
    in: FEED,
    config: polls(({ sweep }) => ({ sweep: { ...sweep, window: sweep.window - DAY / 24 } })),
  },
  'what a queue did not take counts as taken': {
    in: [...FEED, 'faults'],
    ports: polling({
      queue: (send) => async (command) => {
        await send(command).catch(() => {});
        return { Successful: command.input.Entries?.map(({ Id }) => ({ Id })), Failed: [] };
      },
    }),
  },
  'what the table left unprocessed counts as written': {
    in: [...FEED, 'faults'],
    ports: polling({
      table: (send) => async (command) => ({
        ...((await send(command)) as object),
        ...(command.constructor.name === 'BatchWriteItemCommand' && { UnprocessedItems: {} }),
      }),
    }),
  },
  'the lease of a process that died never ends': {
    in: [...FEED, 'crashes'],
    ports: polling({ table: leased(() => true) }),
  },
  'the lease of a process whose clock is an hour ahead is believed': {
    in: [...FEED, 'crashes', 'clocks'],
    with: listing({ ...AHEAD, start: 'all', clockChanges: [{ atMs: 50_000, slot: 0, aheadMs: 0 }] }),
    ports: polling({ table: leased((expiresAtMs, nowMs) => expiresAtMs > nowMs) }),
  },
  'the row of a feed is written whoever wrote it meanwhile': {
    in: [...FEED, 'stalls'],
    ports: polling({
      table: (send) => (command) => {
        if (isOfFeed(command)) delete command.input.ConditionExpression;
        return send(command);
      },
    }),
  },
  'a walk that was cut off counts as done': {
    in: FEED,
    with: listing({ ...LONG, cold: 100, start: 'all' }),
    ports: polling({
      table: loading(({ walks, started }) => ({ walks: [], started: started || walks.length > 0 })),
    }),
  },
  'every list is taken for one that is newest first': {
    in: FEED,
    ports: polling({
      api: (ask, ports) => {
        let last = Number.POSITIVE_INFINITY;
        return reading((answer, request) => {
          if (cursorOf(request) === null) last = Number.POSITIVE_INFINITY;
          const fall = <T extends { created_at: string }>(one: T): T => {
            last = Math.min(last, Date.parse(one.created_at));
            return { ...one, created_at: new Date(last).toISOString() };
          };
          return changed(answer, ({ data, ...body }) => ({ ...body, ...(data && { data: data.map(fall) }) }));
        })(ask, ports);
      },
    }),
  },
  'a page that fails is taken for the end of the list': {
    in: FEED,
    with: listing({ ...LONG, runMs: 50_000, apiFaults: 20, start: 'now' }),
    ports: polling({
      api: reading((answer, request) =>
        answer.status !== 200 && cursorOf(request) !== null
          ? { ...answer, status: 200, body: JSON.stringify({ items: [{}], data: [{}], next_cursor: null }) }
          : answer,
      ),
    }),
  },
  'an empty page is believed': {
    in: FEED,
    with: listing({ ...LONG, ...LOST, cursors: 'empty' }),
    ports: polling({
      api: reading((answer, request) =>
        changed(answer, (body) =>
          cursorOf(request) !== null && (body.items ?? body.data)?.length === 0
            ? { ...body, ...(body.items ? { items: [{}] } : { data: [{}] }) }
            : body,
        ),
      ),
    }),
  },
  'a walk that the API interrupted counts as done': {
    in: FEED,
    with: listing({ ...LONG, cold: 100, runMs: 50_000, apiFaults: 20, start: 'all' }),
    ports: polling({
      table: loading(({ walks, started }) => ({ walks: [], started: started || walks.length > 0 })),
    }),
  },
  'what is dated into the future is taken for the newest': {
    in: FEED,
    with: listing({ apiFaults: 0, start: 'now' }),
    ports: polling({
      api: reading((answer, _, { clock }) => ({
        ...answer,
        headers: { ...answer.headers, date: new Date(clock.now() + DAY).toUTCString() },
      })),
    }),
  },
  'a sweep reaches back from the newest item instead of from the last sweep': {
    in: FEED,
    with: listing({
      ...{ ...LONG, only: 'cases', past: { threats: 0, cases: 2 }, start: 'now', runMs: 50_000, cold: 100 },
      events: [
        { ...ITEMS, of: 'cases', atMs: 31.5 * MINUTE, bornMsAgo: FEED_RULES.sweepWindowMs - 1_000 },
        { ...ITEMS, of: 'cases', atMs: 36.9 * MINUTE },
      ],
    }),
    ports: polling({
      table: loading(({ watermarkMs, sweptUpToMs }) => ({ sweptUpToMs: watermarkMs ?? sweptUpToMs ?? 0 })),
    }),
  },
  'a sweep does not allow for a time without polls': {
    in: FEED,
    with: listing({
      ...{ ...LONG, only: 'cases', past: { threats: 0, cases: 2 }, start: 'now', runMs: 50_000, cold: 100 },
      silence: { fromMs: 13 * MINUTE, forMs: 45 * MINUTE },
      events: [
        { ...ITEMS, of: 'cases', atMs: 15 * MINUTE, bornMsAgo: FEED_RULES.sweepWindowMs - 1_000 },
        { ...ITEMS, of: 'cases', atMs: 57 * MINUTE },
      ],
    }),
    ports: polling({
      table: loading(({ sweptUpToMs }, nowMs) => ({
        sweptUpToMs: Math.max(sweptUpToMs ?? 0, nowMs - 25 * MINUTE),
      })),
    }),
  },
  'a lost place that is answered with a 500 is tried for ever': {
    in: FEED,
    with: listing({ ...LONG, ...LOST, cursors: 'broken', cold: 100 }),
    ports: polling({ table: loading(() => ({ unreadable: [] })) }),
  },
  'a list that looks newest first as far as it was read is never surveyed': {
    in: FEED,
    with: listing({
      ...{ ...LONG, cold: 100, order: 'grouped', start: 'now' },
      events: [{ ...ITEMS, atMs: 12 * MINUTE, count: 3 }],
    }),
    ports: polling({
      table: loading(({ walks }, nowMs) => ({
        ...{ wholeWalkAtMs: nowMs, wholeWalkPages: 1e6 },
        walks: walks.filter(({ kind }) => kind !== 'survey'),
      })),
    }),
  },
  'history that the first walk did not come to is told': {
    in: FEED,
    with: listing({ ...LONG, cold: 100, order: 'grouped', start: 'now' }),
    ports: polling({
      table: loading(({ started, quietBeforeMs }) => ({ quietBeforeMs: started ? null : quietBeforeMs })),
    }),
  },
  'a sweep counts from a clock of ours that is an hour ahead': {
    in: [...FEED, 'clocks'],
    with: listing({
      ...{
        ...AHEAD,
        only: 'cases',
        past: { threats: 0, cases: 2 },
        start: 'now',
        cold: 100,
        clockChanges: [],
      },
      events: [
        { ...ITEMS, of: 'cases', atMs: 34 * MINUTE, bornMsAgo: FEED_RULES.sweepWindowMs - 1_000 },
        { ...ITEMS, of: 'cases', atMs: 36.9 * MINUTE },
      ],
    }),
    ports: polling({ table: loading((_, nowMs) => ({ sweptUpToMs: nowMs })) }),
  },
  'a clock that was put back is not believed': {
    in: [...FEED, 'clocks', 'ticks'],
    with: listing({
      ...{ ...AHEAD, cold: 0, clockChanges: [{ atMs: 5 * MINUTE, slot: 0, aheadMs: 0 }] },
      events: [{ ...ITEMS, atMs: 9 * MINUTE }],
    }),
    ports: (ports, kind) => {
      let last = 0;
      const now = () => {
        last = Math.max(last, ports.clock.now());
        return last;
      };
      return kind === 'poll' ? { ...ports, clock: { ...ports.clock, now } } : ports;
    },
  },
};
