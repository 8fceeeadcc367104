import { functionIds } from '../../lib/config/stack-outputs.ts';
import { lagOf } from '../../lib/feed/feed-lag.ts';
import { createActivityLog } from '../events/activity-log.ts';
import { type Depth, EMPTY, namedQueues } from '../flow/stack-names.ts';
import type { Source } from '../source.ts';
import { createMovedItems } from './moved-items.ts';
import { createTrailWatch, tellEntry } from './watch-trail.ts';

export interface AwsSourceParts extends Pick<Source, 'config' | 'ledger' | 'now' | 'explain'> {
  readonly outputs: Readonly<Record<string, string>>;
  depthOf(queueUrl: string): Promise<Depth>;
}

/** Two readers need the queues in the same look: the second one reuses the first answer. */
const SAME_LOOK_MS = 1_000;

/** A deployed bridge: what its stack, its queues and its table show to anybody who may read them. */
export function createAwsSource({ outputs, depthOf, explain, ...parts }: AwsSourceParts): Source {
  const { config, now } = parts;
  const names = [...functionIds(outputs).values()].sort();
  const queues = namedQueues(outputs);
  const trail = createTrailWatch(parts);
  const activity = createActivityLog(now);
  const movedItems = createMovedItems({ ...parts, explain, tell: (text) => activity.add(text) });
  let asked = { atMs: Number.NEGATIVE_INFINITY, depths: readQueues };

  async function readQueues() {
    const depthAt = (url: string | null) => (url === null ? EMPTY : depthOf(url));
    return Promise.all(
      queues.map(async ({ id, consumer, url, deadLettersUrl }) => {
        const [own, dead] = await Promise.all([depthAt(url), depthAt(deadLettersUrl)]);
        // Messages that somebody is looking at still count.
        return { id, consumer, ...own, dead: dead.waiting + dead.inFlight };
      }),
    );
  }

  return {
    ...parts,
    activity,
    explain,
    functions: () => names.map((id) => ({ id, counts: null })),
    queues() {
      if (now() - asked.atMs > SAME_LOOK_MS) {
        const depths = readQueues();
        asked = { atMs: now(), depths: () => depths };
      }
      return asked.depths();
    },
    lastPoll(_, state) {
      if (state === null) return { lastPollMs: null, lastOutcome: null, lagMs: null };
      const rules = { lookbackMs: config.poll.lookback };
      const lagMs = lagOf(state, rules, state.missingSinceMs ?? null, now());
      return { lastPollMs: state.polledAtMs ?? null, lastOutcome: null, lagMs };
    },
    async moved() {
      const [listed, entries] = await Promise.all([movedItems(), trail.look()]);
      for (const entry of entries) activity.add(tellEntry(entry), entry.atMs);
      const decided = entries
        .filter(({ what }) => what !== 'operated')
        .map(({ domain, caseId, atMs }) => ({ key: { domain, feed: 'cases', id: caseId } as const, atMs }));
      return { items: [...listed, ...decided], busy: [] };
    },
    trailMark: async () => trail.mark(),
  };
}
