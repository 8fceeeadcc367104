import { endOf, type Mute, type MutedItem } from '../mutes/mute.ts';
import type { MuteLedger, SavedMutes } from '../mutes/mute-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { ReconcilePart } from './reconcile.ts';

export interface ListMutedParts {
  readonly domains: readonly string[];
  readonly ledger: Pick<MuteLedger, 'load' | 'save' | 'hiddenBy'>;
  /** Tells the operators what a mute hid; whether that was taken. Under one id: what is said twice is shown once. */
  readonly tell: (domain: string, mute: Mute, hidden: readonly MutedItem[]) => Promise<boolean>;
  /** What else is done about the mutes of a domain, as they were just read. */
  readonly alsoLook?: ((domain: string, saved: SavedMutes) => Promise<void>) | undefined;
  readonly clock: Clock;
}

const LOOK_EVERY_MS = 5 * 60_000;
/** A poller that began before the end goes by what it read, and notes what it hides until its run is over. */
const PATIENCE_MS = 3 * 60_000;

/** Lists what mutes hid, once each is over: nothing that was muted is lost. */
export function createListMuted({ domains, ledger, tell, alsoLook, clock }: ListMutedParts): ReconcilePart {
  // By this process. One that was just started looks at once.
  const lookedMs = new Map<string, number>();

  async function look(domain: string): Promise<void> {
    const saved = await ledger.load(domain);
    const { mutes } = saved;
    const over = mutes.filter((mute) => !mute.listed && clock.now() - endOf(mute) >= PATIENCE_MS);
    for (const mute of over)
      if (await tell(domain, mute, await ledger.hiddenBy(domain, mute.id))) await setListed(domain, mute.id);
    await alsoLook?.(domain, over.length > 0 ? await ledger.load(domain) : saved);
  }

  /** Whoever is quicker has changed another mute; or another reconciler says the same. The next look finds out. */
  async function setListed(domain: string, id: string): Promise<void> {
    const { mutes, proposals, version } = await ledger.load(domain);
    const next = mutes.map((mute) => (mute.id === id ? { ...mute, listed: true } : mute));
    await ledger.save(domain, { mutes: next, proposals }, version, clock.now());
  }

  return async (deadlineMs) => {
    for (const domain of domains) {
      if (clock.now() >= deadlineMs) break;
      const agoMs = clock.now() - (lookedMs.get(domain) ?? Number.NEGATIVE_INFINITY);
      if (agoMs >= 0 && agoMs < LOOK_EVERY_MS) continue;
      lookedMs.set(domain, clock.now());
      await look(domain);
    }
    return {};
  };
}
