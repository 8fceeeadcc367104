import { functionIds } from '../../lib/config/stack-outputs.ts';
import type { LocalCloud } from '../../local/cloud/local-cloud.ts';
import { EMPTY, namedQueues } from '../flow/stack-names.ts';
import { createWaitingItems, onlyMoved } from '../flow/waiting-items.ts';
import type { LedgerReader } from '../ledger-reader.ts';
import type { MovedItem, Source } from '../source.ts';
import type { FunctionState, ItemKey } from '../wire.ts';
import { itemsIn } from './items-in-event.ts';
import type { FunctionLogs } from './logs/function-logs.ts';

export interface LocalSourceParts extends Pick<Source, 'config' | 'now'> {
  readonly cloud: Pick<LocalCloud, 'functions' | 'queues' | 'outputs'>;
  readonly ledger: LedgerReader;
  readonly logs: FunctionLogs;
}

/** More than a page shows. */
const MOST_MOVED = 100;

/** A bridge in the local cloud, which reports at once what its functions work on and what they log. */
export function createLocalSource(parts: LocalSourceParts): Source {
  const { config, cloud, ledger, logs, now } = parts;
  const ids = functionIds(cloud.outputs);
  const queues = namedQueues(cloud.outputs);
  const moved = new Map<string, MovedItem>();
  const waiting = createWaitingItems(parts, MOST_MOVED);
  const fresh = onlyMoved();

  function note(key: ItemKey, leftOut?: MovedItem['leftOut']): void {
    const name = JSON.stringify([key.domain, key.feed, key.id]);
    moved.delete(name);
    moved.set(name, { key, atMs: now(), ...(leftOut && { leftOut }) });
    const [oldest] = moved.keys();
    if (moved.size > MOST_MOVED && oldest !== undefined) moved.delete(oldest);
  }
  for (const one of cloud.functions) {
    // The most recent invocation is last.
    one.onInvoke(() => {
      for (const key of itemsIn(one.busy.at(-1)?.event)) note(key);
    });
  }
  logs.onLine((line) => {
    if (line.event === 'unrouted') note({ domain: line.domain, feed: line.feed, id: line.id }, line.why);
    if (line.event === 'verdict.changed' || line.event === 'verdict.refused')
      note({ domain: line.domain, feed: 'cases', id: line.caseId });
  });

  const functions = (): FunctionState[] =>
    cloud.functions.map(({ settings, counts, busy }) => ({
      id: ids.get(settings.name) ?? settings.name,
      counts: { invocations: counts.invocations, errors: counts.errors, busy: busy.length },
    }));

  return {
    config,
    ledger,
    now,
    functions,
    async queues() {
      const depths = await cloud.queues();
      const depthOf = (url: string | null) => depths[url?.split('/').at(-1) ?? ''] ?? EMPTY;
      return queues.map(({ id, consumer, url, deadLettersUrl }) => {
        const dead = depthOf(deadLettersUrl);
        return { id, consumer, ...depthOf(url), dead: dead.waiting + dead.inFlight };
      });
    },
    lastPoll({ domain, feed }) {
      // An idle poll writes nothing, so its time comes from the function's log.
      const poll = logs.lastPoll(domain, feed);
      return {
        lastPollMs: poll?.at ?? null,
        lastOutcome: poll?.outcome ?? null,
        lagMs: poll?.lagMs ?? null,
      };
    },
    async moved() {
      const items = [...moved.values()];
      moved.clear();
      const events = cloud.functions.flatMap(({ busy }) => busy.map(({ event }) => event));
      // In a storm a function is at work for minutes, and what waits behind that was given to none yet.
      const waits = events.length > 0 ? fresh(await waiting()) : [];
      return {
        items: [...waits, ...items].toSorted((a, b) => a.atMs - b.atMs),
        busy: events.flatMap(itemsIn),
      };
    },
    /** How often the verdict function has finished: only then is the audit trail complete again. */
    async trailMark() {
      const { counts } = functions().find(({ id }) => id === 'verdict') ?? {};
      return counts ? counts.invocations - counts.busy : 0;
    },
    activity: logs.activity,
    explain: () => null,
  };
}
