import type { Clock } from '../../base/clock.ts';
import { leaveToNewer } from '../../base/read-versioned.ts';
import { NOTHING_WITHHELD, type WithheldSummary } from '../../case/withheld-summary.ts';
import { type createCountWithheld, PATIENCE_MS } from '../../reconcile/count-withheld.ts';
import type { ReconcilePart } from '../../reconcile/reconcile-parts.ts';
import { rotateStart } from '../../reconcile/rotate-start.ts';
import { endOf, type Mute } from './mute.ts';
import type { MuteLedger, SavedMutes } from './mute-ledger.ts';

export interface ListMutedParts {
  readonly domains: readonly string[];
  readonly ledger: Pick<MuteLedger, 'load' | 'save' | 'hiddenBy'>;
  readonly count: ReturnType<typeof createCountWithheld>;
  /** Tells the operators what a mute hid; whether their queue took it. The id is fixed, so a repeat is shown once. */
  readonly tell: (domain: string, mute: Mute, hidden: WithheldSummary) => Promise<boolean>;
  /** What else is done about the mutes of a domain, as they were just read. */
  readonly alsoLook?: ((domain: string, saved: SavedMutes) => Promise<void>) | undefined;
  readonly clock: Clock;
}

const OPERATORS = 'ops';
/** If nothing is muted, a look in every other run is enough to find a mute that began and ended meanwhile. */
const IDLE_LOOK_MS = 100_000;

/** Lists what mutes hid, once each is over: nothing that was muted is lost. */
export function createListMuted(parts: ListMutedParts): ReconcilePart {
  const { domains, ledger, count, tell, alsoLook, clock } = parts;
  /** When this process looked last at a domain where nothing was muted. */
  const idleMs = new Map<string, number>();

  async function list(domain: string, mute: Mute, deadlineMs: number): Promise<void> {
    const { id } = mute;
    const pages = (after?: string) => ledger.hiddenBy(domain, id, after);
    const hidden = await count({ domain, id, pages, placesOf: () => [OPERATORS] }, deadlineMs);
    const summary = hidden && (hidden.get(OPERATORS) ?? NOTHING_WITHHELD);
    if (summary && (await tell(domain, mute, summary))) await setListed(domain, id);
  }

  async function look(domain: string, deadlineMs: number): Promise<void> {
    const saved = await ledger.load(domain);
    idleMs.delete(domain);
    if (saved.mutes.every(({ listed }) => listed)) idleMs.set(domain, clock.now());
    const isDue = (mute: Mute) => !mute.listed && clock.now() - endOf(mute) >= PATIENCE_MS;
    const over = rotateStart(saved.mutes.filter(isDue), clock);
    for (const mute of over)
      if (clock.now() < deadlineMs) await list(domain, mute, deadlineMs).catch(leaveToNewer);
    await alsoLook?.(domain, over.length > 0 ? await ledger.load(domain) : saved);
  }

  /** If another function was quicker, the next look finds out. */
  async function setListed(domain: string, id: string): Promise<void> {
    const { mutes, proposals, version } = await ledger.load(domain);
    const next = mutes.map((mute) => (mute.id === id ? { ...mute, listed: true } : mute));
    await ledger.save(domain, { mutes: next, proposals }, version, clock.now());
  }

  return async (deadlineMs) => {
    for (const domain of rotateStart(domains, clock)) {
      if (clock.now() >= deadlineMs) break;
      const agoMs = clock.now() - (idleMs.get(domain) ?? Number.NEGATIVE_INFINITY);
      if (agoMs >= 0 && agoMs < IDLE_LOOK_MS) continue;
      await look(domain, deadlineMs);
    }
    return {};
  };
}
