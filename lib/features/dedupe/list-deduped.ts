import type { Clock } from '../../base/clock.ts';
import { leaveToNewer } from '../../base/read-versioned.ts';
import { chatDestinations } from '../../config/chats.ts';
import { type Counted, type createCountWithheld, PATIENCE_MS } from '../../reconcile/count-withheld.ts';
import type { ReconcilePart } from '../../reconcile/reconcile-parts.ts';
import { type OpsNoticeParts, sendNotice } from '../../routing/ops-notice.ts';
import type { DedupeLedger, UnlistedWindow } from './dedupe-ledger.ts';
import type { DedupeWindow } from './dedupe-window.ts';
import { dedupedWords } from './deduped-words.ts';

export interface ListDedupedParts {
  readonly ledger: Pick<DedupeLedger, 'unlisted' | 'load' | 'dedupedBy' | 'setListed'>;
  /** Some route dedupes. If none does any more, windows may be left from before. */
  readonly isOn: boolean;
  readonly count: ReturnType<typeof createCountWithheld>;
  /** Where what was deduped in these chats is listed; empty if nobody can be told any more. */
  readonly placesOf: (chats: readonly string[]) => readonly string[];
  /** Tells each place what a window deduped there; whether all took it. The id is fixed, so a repeat is shown once. */
  readonly tell: (window: DedupeWindow, deduped: Counted) => Promise<boolean>;
  readonly clock: Clock;
}

const AT_ONCE = 50;

/** Lists what windows deduped, once each is over: nothing that was deduped is lost. */
export function createListDeduped(parts: ListDedupedParts): ReconcilePart {
  const { ledger, isOn, count, placesOf, tell, clock } = parts;
  /** This process found no window, and without a route that dedupes none can come. */
  let isDone = false;
  const isDue = ({ untilMs }: UnlistedWindow) => clock.now() - untilMs >= PATIENCE_MS;

  async function list(named: UnlistedWindow, deadlineMs: number): Promise<void> {
    const found = await ledger.load(named);
    if (!found || found.isListed) return;
    const pages = (after?: string) => ledger.dedupedBy(named, after);
    const deduped = await count({ ...named, pages, placesOf }, deadlineMs);
    if (deduped && (await tell(found.window, deduped))) await ledger.setListed(found);
  }

  return async (deadlineMs) => {
    if (isDone) return {};
    let after: UnlistedWindow | undefined;
    for (;;) {
      const some = await ledger.unlisted(AT_ONCE, after?.todo);
      isDone = !isOn && after === undefined && some.length === 0;
      for (const one of some) {
        if (!isDue(one) || clock.now() >= deadlineMs) return {};
        await list(one, deadlineMs).catch(leaveToNewer);
      }
      after = some.at(-1);
      if (some.length < AT_ONCE) return {};
    }
  };
}

/** In each chat where something was deduped; to the operators if the configuration no longer has that chat. */
export const createDedupedPlaces = ({
  config,
}: Pick<OpsNoticeParts, 'config'>): ListDedupedParts['placesOf'] => {
  const chats = chatDestinations(config);
  return (names) => [...new Set(names.flatMap((name) => (chats.has(name) ? name : (config.ops?.to ?? []))))];
};

export const createTellDeduped =
  (parts: OpsNoticeParts): ListDedupedParts['tell'] =>
  async (window, deduped) => {
    let isTaken = true;
    for (const [place, summary] of deduped) {
      const notice = { domain: window.domain, id: `dedupe-${window.id}`, ...dedupedWords(window, summary) };
      isTaken = (await sendNotice(parts, place, notice)) && isTaken;
    }
    return isTaken;
  };
