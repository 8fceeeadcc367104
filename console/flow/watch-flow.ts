import type { Sources } from '../sources.ts';
import type { Flow } from '../wire.ts';
import { itemsIn } from './items-in-event.ts';
import { createFlowReader } from './read-flow.ts';
import { createRecentItems } from './recent-items.ts';
import { createStandings } from './standings.ts';

/** Items that one look reads: a storm is shown within some seconds, and costs no more than a quiet hour. */
const MOST_READS = 40;

const NOTHING: Flow = { functions: [], queues: [], feeds: [], budgets: [], closed: [], endpoints: [] };

/** The path of items, read again and again while a page is open. */
export function createFlowWatch(sources: Sources) {
  const { cloud, logs, now } = sources;
  const look = createStandings(sources);
  const recent = createRecentItems();
  const readFlow = createFlowReader(sources, recent.told);
  let last = NOTHING;
  let listed = '';
  /** How often the verdict function has come to an end: only then is the audit trail complete again. */
  const verdictRuns = () => {
    const { invocations = 0, busy = 0 } = last.functions.find(({ id }) => id === 'verdict') ?? {};
    return invocations - busy;
  };

  for (const one of cloud.functions) {
    one.onInvoke(() => {
      // The one that was handed over just now is the last.
      for (const key of itemsIn(one.busy.at(-1)?.event)) recent.touch(key, now());
    });
  }
  logs.onLine((line) => {
    if (line.event === 'unrouted') recent.leaveOut(line, now(), line.why);
    if (line.event === 'verdict.changed' || line.event === 'verdict.refused')
      recent.touch({ domain: line.domain, feed: 'cases', id: line.caseId }, now());
  });

  async function follow(most: number): Promise<void> {
    const busy = cloud.functions.flatMap((one) => one.busy.flatMap(({ event }) => itemsIn(event)));
    await recent.follow(await look(), busy, most);
    listed = JSON.stringify(recent.list());
  }

  async function readPath(): Promise<Flow> {
    last = await readFlow();
    return last;
  }

  return {
    /** As it stands now. */
    async read(): Promise<Flow> {
      await follow(Number.POSITIVE_INFINITY);
      return readPath();
    },
    /** As it was when it was looked at last. */
    last: () => last,
    items: recent.list,
    verdictRuns,
    /** Looks once, and says what is different. */
    async look() {
      const before = { flow: JSON.stringify(last), listed, runs: verdictRuns() };
      await follow(MOST_READS);
      await readPath();
      return {
        flow: JSON.stringify(last) !== before.flow,
        items: listed !== before.listed,
        verdicts: verdictRuns() !== before.runs,
      };
    },
  };
}

export type FlowWatch = ReturnType<typeof createFlowWatch>;
