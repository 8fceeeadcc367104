import type { Clock } from '../../base/clock.ts';
import { leaveToNewer } from '../../base/read-versioned.ts';
import { NOTHING_WITHHELD, type WithheldSummary } from '../../case/withheld-summary.ts';
import { type createCountWithheld, PATIENCE_MS } from '../../reconcile/count-withheld.ts';
import type { ReconcilePart } from '../../reconcile/reconcile-parts.ts';
import { rotateStart } from '../../reconcile/rotate-start.ts';
import { endOf, type Mute, type WaitingMute } from './mute.ts';
import type { MuteLedger, SavedMutes } from './mute-ledger.ts';

export interface ListMutedParts {
  readonly domains: readonly string[];
  readonly ledger: Pick<MuteLedger, 'load' | 'save' | 'hiddenBy'>;
  readonly count: ReturnType<typeof createCountWithheld>;
  /** Tells the operators what a mute hid; whether their queue took it. The id is fixed, so a repeat is shown once. */
  readonly tell: (domain: string, mute: Mute, hidden: WithheldSummary) => Promise<boolean>;
  /** Tells the operators who muted what, and who wants to. The same about ids. */
  readonly tellBegun: (domain: string, mute: Mute | WaitingMute, saved: SavedMutes) => Promise<boolean>;
  /** What else is done about the mutes of a domain, as they were just read. */
  readonly alsoLook?: ((domain: string, saved: SavedMutes) => Promise<void>) | undefined;
  readonly clock: Clock;
}

const OPERATORS = 'ops';
/** If nothing is muted, a look in every other run is enough to find a mute that began and ended meanwhile. */
const IDLE_LOOK_MS = 100_000;

/** Tells of each mute, and lists what it hid once it is over: nothing that was muted is lost. */
export function createListMuted(parts: ListMutedParts): ReconcilePart {
  const { domains, ledger, count, tell, tellBegun, alsoLook, clock } = parts;
  /** When this process looked last at a domain where nothing was muted. */
  const idleMs = new Map<string, number>();

  async function list(domain: string, mute: Mute, deadlineMs: number): Promise<void> {
    const { id } = mute;
    const pages = (after?: string) => ledger.hiddenBy(domain, id, after);
    const hidden = await count({ domain, id, pages, placesOf: () => [OPERATORS] }, deadlineMs);
    const summary = hidden && (hidden.get(OPERATORS) ?? NOTHING_WITHHELD);
    if (summary && (await tell(domain, mute, summary))) await mark(domain, mute, { listed: true });
  }

  async function look(domain: string, deadlineMs: number): Promise<void> {
    const saved = await ledger.load(domain);
    idleMs.delete(domain);
    if (saved.mutes.every(({ listed }) => listed) && saved.waiting.every(({ told }) => told))
      idleMs.set(domain, clock.now());
    const untold = [...saved.mutes, ...saved.waiting].filter(({ told }) => !told);
    for (const mute of untold)
      if (await tellBegun(domain, mute, saved)) await mark(domain, mute, { told: true });
    const isDue = (mute: Mute) => !mute.listed && clock.now() - endOf(mute) >= PATIENCE_MS;
    const over = rotateStart(saved.mutes.filter(isDue), clock);
    for (const mute of over)
      if (clock.now() < deadlineMs) await list(domain, mute, deadlineMs).catch(leaveToNewer);
    await alsoLook?.(domain, over.length + untold.length > 0 ? await ledger.load(domain) : saved);
  }

  /** If another function was quicker, the next look finds out. */
  async function mark(
    domain: string,
    mute: Mute | WaitingMute,
    done: Pick<Mute, 'told' | 'listed'>,
  ): Promise<void> {
    const { version, ...saved } = await ledger.load(domain);
    const marked = <One extends Mute>(all: readonly One[]): readonly One[] =>
      // Not the mute that it became meanwhile: that one has to be told.
      all.map((one) =>
        one.id === mute.id && 'needs' in one === 'needs' in mute ? { ...one, ...done } : one,
      );
    const next = { ...saved, mutes: marked(saved.mutes), waiting: marked(saved.waiting) };
    await ledger.save(domain, next, version, clock.now());
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
