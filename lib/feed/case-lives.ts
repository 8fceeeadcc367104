import { inParallel } from '../platform/in-parallel.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import { type Case, closedAtMsOf, updatedAtMsOf } from '../posture/schemas/case.ts';
import { newLife } from '../verdict/case-life.ts';
import type { LifeLedger } from '../verdict/life-ledger.ts';
import type { FeedItem } from './feed-source.ts';

/** Cases that are followed through the platform. */
export interface CaseLives {
  /** They were handed over, and are followed from now on. May repeat. */
  begin(items: readonly FeedItem[]): Promise<void>;
  /** They were handed over to one more place, which may not know what became of them meanwhile. */
  again(items: readonly Pick<FeedItem, 'id'>[]): Promise<void>;
}

/** Where no place shows cases, nobody pays for it. */
export const NO_LIVES: CaseLives = { begin: async () => undefined, again: async () => undefined };

export interface CaseLivesParts {
  readonly domain: string;
  readonly ledger: Pick<LifeLedger, 'load' | 'save'>;
}

const AT_ONCE = 20;
const MAX_ROUNDS = 5;

export function createCaseLives({ domain, ledger }: CaseLivesParts): CaseLives {
  async function begin({ id: caseId, item, createdAtMs }: FeedItem): Promise<void> {
    const updatedAtMs = updatedAtMsOf(item as Case);
    const about = { domain, caseId, createdAtMs: Math.max(0, createdAtMs), updatedAtMs };
    // Refused where it is followed already: then this is a repeat.
    if ((await ledger.save(newLife(about, closedAtMsOf(item as Case)))) !== 'saved') await again(caseId);
  }

  async function again(caseId: string): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const life = await ledger.load(domain, caseId);
      if (!life?.last || life.owed) return;
      if ((await ledger.save({ ...life, version: life.version + 1, owed: true })) === 'saved') return;
    }
    throw new Error('others were quicker each time');
  }

  return {
    async begin(items) {
      await inParallel(items, AT_ONCE, (item) => begin(item).catch(leaveToNewer));
    },
    async again(items) {
      await inParallel(items, AT_ONCE, ({ id }) => again(id).catch(leaveToNewer));
    },
  };
}
