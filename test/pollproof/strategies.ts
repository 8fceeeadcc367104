/**
 * Faithful small versions of how people find what is new. Each does what its name says and no more: no retry, and what it keeps
 * between two polls is one text in a store that survives.
 */
import type { ListOrder } from '../world/model-list.ts';
import { never } from '../world/virtual-time.ts';
import type { Poller } from './poller.ts';

export interface Item {
  readonly id: string;
  readonly atMs: number;
}

interface Tools {
  readonly nowMs: () => number;
  readonly load: <State>(otherwise: State) => Promise<State>;
  readonly save: (state: unknown) => Promise<void>;
  readonly tell: (item: Item) => Promise<void>;
  /** What the API's documentation said when the poller was written. */
  readonly order: ListOrder;
  /** Page after page; with a bound, what was created then or later; with an id, what comes behind it. */
  readonly pages: (sinceMs?: number, behind?: string) => AsyncGenerator<readonly Item[]>;
}
type Strategy = (tools: Tools) => Promise<void>;

interface Listed {
  readonly items?: readonly Body[];
  readonly data?: readonly Body[];
  readonly next_cursor: string | null;
}
interface Body {
  readonly case_id?: string;
  readonly event_id?: string;
  readonly created_at: string;
}

const itemOf = ({ case_id, event_id, created_at }: Body): Item => ({
  id: case_id ?? event_id ?? '',
  atMs: Date.parse(created_at),
});
const newest = (items: readonly Item[], otherwise: number): number =>
  items.reduce((most, { atMs }) => Math.max(most, atMs), otherwise);

async function readAll({ pages }: Tools, sinceMs?: number): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const page of pages(sinceMs)) all.push(...page);
  // A list that cannot be asked answers with everything.
  return sinceMs === undefined ? all : all.filter(({ atMs }) => atMs >= sinceMs);
}

/** Where the newest comes first: from the head to the last id. Where it comes last: what is behind the last id. */
const lastId: Strategy = async ({ load, save, tell, pages, order }) => {
  const { last } = await load<{ last: string | null }>({ last: null });
  const isUpwards = order === 'oldest-first';
  const fresh: Item[] = [];
  reading: for await (const page of isUpwards ? pages(undefined, last ?? undefined) : pages()) {
    for (const item of page) {
      if (item.id === last) break reading;
      fresh.push(item);
    }
    if (last === null && !isUpwards) break;
  }
  if (!isUpwards) fresh.reverse();
  if (last !== null) for (const item of fresh) await tell(item);
  await save({ last: fresh.at(-1)?.id ?? last });
};

/** Everything newer than the newest that it told. */
const lastTime: Strategy = async (tools) => {
  const { lastMs } = await tools.load({ lastMs: tools.nowMs() });
  const items = (await readAll(tools, lastMs)).filter(({ atMs }) => atMs > lastMs);
  for (const item of items) await tools.tell(item);
  await tools.save({ lastMs: newest(items, lastMs) });
};

/** Everything as new as the newest that it told or newer, less what it told at that very time. */
const fromLastTime: Strategy = async (tools) => {
  const { lastMs, told } = await tools.load({ lastMs: tools.nowMs(), told: [] as string[] });
  const items = (await readAll(tools, lastMs)).filter(({ id }) => !told.includes(id));
  for (const item of items) await tools.tell(item);
  const nextMs = newest(items, lastMs);
  const atBorder = items.filter(({ atMs }) => atMs === nextMs).map(({ id }) => id);
  await tools.save({ lastMs: nextMs, told: nextMs === lastMs ? [...told, ...atBorder] : atBorder });
};

const OVERLAP_MS = 15 * 60_000;
const REMEMBERED = 5_000;

/** The same with a quarter of an hour of overlap, and the ids of everything that it told. */
const overlap: Strategy = async (tools) => {
  const { lastMs, told } = await tools.load({ lastMs: tools.nowMs(), told: [] as string[] });
  const items = (await readAll(tools, lastMs - OVERLAP_MS)).filter(({ id }) => !told.includes(id));
  for (const item of items) await tools.tell(item);
  await tools.save({
    lastMs: newest(items, lastMs),
    told: [...told, ...items.map(({ id }) => id)].slice(-REMEMBERED),
  });
};

const WINDOW_MS = 60_000;

/** Everything of the last minute, and no state. */
const fixedWindow: Strategy = async (tools) => {
  const untilMs = tools.nowMs();
  const items = await readAll(tools, untilMs - WINDOW_MS);
  for (const item of items.filter(({ atMs }) => atMs < untilMs)) await tools.tell(item);
};

/** A bookmark on the newest record, from which on it reads again; the target is to drop what it has. */
const singer: Strategy = async (tools) => {
  const { bookmark } = await tools.load({ bookmark: tools.nowMs() });
  const records = (await readAll(tools, bookmark)).toSorted((a, b) => a.atMs - b.atMs);
  for (const record of records) await tools.tell(record);
  await tools.save({ bookmark: newest(records, bookmark) });
};

const INITIAL_INTERVAL_MS = 24 * 60 * 60_000;

/**
 * Publishes page by page, and notes the time of one event as soon as its page is published: of the first event of all where
 * the newest comes first, else of the last one. Repeats are for the index to drop.
 */
const httpjson: Strategy = async ({ load, save, tell, pages, nowMs, order }) => {
  const { cursorMs } = await load({ cursorMs: nowMs() - INITIAL_INTERVAL_MS });
  let isFirst = true;
  for await (const page of pages(cursorMs)) {
    const events = page.filter(({ atMs }) => atMs >= cursorMs);
    for (const event of events) await tell(event);
    const noted = order !== 'newest-first' ? events.at(-1) : isFirst ? events[0] : undefined;
    isFirst = false;
    if (noted) await save({ cursorMs: noted.atMs });
  }
};

/** Of the first page what is newer than the newest item of the page before. */
const firstPage: Strategy = async ({ load, save, tell, pages, nowMs }) => {
  const { lastItemMs } = await load({ lastItemMs: nowMs() });
  for await (const page of pages()) {
    // Noted first, as the trigger returns its items only afterwards.
    if (page.length > 0) await save({ lastItemMs: newest(page, Number.NEGATIVE_INFINITY) });
    for (const item of page.filter(({ atMs }) => atMs > lastItemMs)) await tell(item);
    return;
  }
};

const pollerOf = (name: string, says: string, strategy: Strategy, repeats = false): Poller => ({
  ...{ name, says, repeats },
  open({ world, stage }) {
    const store = new Map<string, string>();
    const aheadMs = (stage.scenario.pollerAhead ?? 0) * stage.pace.minuteMs;
    return () => {
      const process = world.createInstance('poller');
      const die = () => void world.die(process, 'with a request');
      /** Takes a while; nothing comes back to a process that is gone. */
      async function call<T>(label: string, effect: () => T): Promise<T> {
        const answer = await world.call(process, label, effect);
        return process.alive ? answer : never;
      }
      const get = (query: URLSearchParams) =>
        call('GET', () => stage.answer(new URL(`https://api.example/v1/${stage.feed}?${query}`), die));
      async function* pages(sinceMs?: number, behind?: string): AsyncGenerator<readonly Item[]> {
        for (let cursor: string | null = behind ?? null; ; ) {
          const query = new URLSearchParams({
            ...(sinceMs !== undefined && { created_after: new Date(sinceMs).toISOString() }),
            ...(cursor !== null && { next_cursor: cursor }),
          });
          const { status, body } = await get(query);
          if (status !== 200) throw new Error(`the API answered with status ${status}`);
          const { items, data, next_cursor } = JSON.parse(body) as Listed;
          yield (items ?? data ?? []).map(itemOf);
          cursor = next_cursor;
          if (cursor === null) return;
        }
      }
      const tools: Tools = {
        nowMs: () => world.time.nowMs + aheadMs,
        order: stage.scenario.order ?? 'newest-first',
        load: (otherwise) =>
          call('load', () => {
            const kept = store.get('state');
            return kept === undefined ? otherwise : JSON.parse(kept);
          }),
        save: (state) => call('save', () => void store.set('state', JSON.stringify(state))),
        tell: (item) => call('tell', () => stage.tell(item.id, die)),
        pages,
      };
      return { process, poll: () => strategy(tools) };
    };
  },
});

export const STRATEGIES: readonly Poller[] = [
  pollerOf('last id', 'what is new since the id that it told last', lastId),
  pollerOf('last time', 'created after the newest item that it told', lastTime),
  pollerOf('>= and dedupe', 'created at that time or later, less the ids told at that time', fromLastTime),
  pollerOf('overlap and dedupe', 'from 15 minutes before that time, less the last 5,000 ids', overlap),
  pollerOf('fixed window', 'created in the last minute, with no state', fixedWindow),
  pollerOf("Singer's state", 'from a bookmark on the newest record; its target drops repeats', singer, true),
  pollerOf(
    "httpjson's last event",
    'from the event that it noted after a page; its index drops repeats',
    httpjson,
    true,
  ),
  pollerOf("n8n's RSS trigger", 'of the first page, what is newer than its newest item was', firstPage),
];
