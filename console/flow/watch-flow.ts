import { describeError, printAside } from '../../lib/base/terminal.ts';
import { judgeBridge } from '../health/judge-bridge.ts';
import type { MovedItem, Source } from '../source.ts';
import type { Flow, HealthAnswer, ItemKey } from '../wire.ts';
import { createFlowReader } from './read-flow.ts';
import { createRecentItems } from './recent-items.ts';
import { createStandings } from './standings.ts';
import { createWithheldLook } from './withheld-look.ts';

/** How many items one look reads: a storm appears within seconds, and costs no more than a quiet hour. */
const MOST_READS = 40;

const NOT_FORESEEN = 'The bridge cannot be read. The terminal says more.';

const NOTHING: Flow = {
  ...{ functions: [], queues: [], feeds: [], budgets: [], closed: [], endpoints: [] },
  withheld: { muted: 0, deduped: 0, more: false },
};

const inOrder = (items: readonly MovedItem[]) => items.toSorted((a, b) => a.atMs - b.atMs);

export interface FlowWatchers {
  readonly onMove?: (key: ItemKey) => void;
  /** After each look that went well. */
  readonly onLook?: (flow: Flow) => Promise<void>;
}

/** The path of items, read repeatedly while a page is open. */
export function createFlowWatch(source: Source, { onMove, onLook }: FlowWatchers = {}) {
  const look = createStandings(source);
  const recent = createRecentItems();
  const withheld = createWithheldLook(source);
  const readFlow = createFlowReader(source, recent.told, withheld.counts);
  let last = NOTHING;
  let health: HealthAnswer = { headline: 'Nobody has looked at the bridge yet.', problems: [] };
  let listed = '';
  let trail = 0;
  let trouble: string | null = null;

  async function follow(most: number): Promise<void> {
    const [{ items, busy }, kept] = await Promise.all([source.moved(), withheld.fresh()]);
    for (const { key, atMs, leftOut, withheld: as } of inOrder([...items, ...kept])) {
      onMove?.(key);
      if (leftOut === undefined) recent.touch(key, atMs);
      else recent.leaveOut(key, atMs, leftOut, as);
    }
    await recent.follow(await look(), busy, most);
    listed = JSON.stringify(recent.list());
  }

  /** What could not be read stays as it was, and the page says why. */
  async function readAll(most: number): Promise<void> {
    try {
      await follow(most);
      [last, health] = await Promise.all([readFlow(), judgeBridge(source)]);
      // Last, because only then is the trail complete for what the functions above reported.
      trail = await source.trailMark();
      await onLook?.(last);
      trouble = null;
    } catch (error) {
      trouble = source.explain(error) ?? NOT_FORESEEN;
      if (trouble === NOT_FORESEEN) printAside(...describeError(error));
    }
  }

  return {
    /** The current state. */
    async read(): Promise<Flow> {
      await readAll(Number.POSITIVE_INFINITY);
      return last;
    },
    /** The state at the last look. */
    last: () => last,
    items: recent.list,
    health: () => health,
    trailMark: () => trail,
    /** Why the last look failed; null if it did not. */
    trouble: () => trouble,
    /** Looks once, and returns the differences. */
    async look() {
      const before = { flow: JSON.stringify(last), health: JSON.stringify(health), listed, trail, trouble };
      await readAll(MOST_READS);
      return {
        flow: JSON.stringify(last) !== before.flow,
        items: listed !== before.listed,
        health: JSON.stringify(health) !== before.health,
        verdicts: trail !== before.trail,
        trouble: trouble !== before.trouble,
      };
    },
  };
}

export type FlowWatch = ReturnType<typeof createFlowWatch>;
