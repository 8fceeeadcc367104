import type { AlikeWindow, FoldedItem } from '../alike/alike.ts';
import type { AlikeLedger, UnlistedWindow } from '../alike/alike-ledger.ts';
import { foldedWords } from '../alike/folded-words.ts';
import { chatDestinations } from '../config/chats.ts';
import type { Clock } from '../platform/clock.ts';
import { leaveToNewer } from '../platform/read-versioned.ts';
import { type OpsNoticeParts, sendNotice } from '../queues/ops-notice.ts';
import type { ReconcilePart } from './reconcile.ts';

export interface ListFoldedParts {
  readonly ledger: Pick<AlikeLedger, 'unlisted' | 'load' | 'setListed'>;
  /** Some route folds. Where none does any more, there may be windows left from before. */
  readonly folds: boolean;
  /** Tells the chats what a window folded there; whether all took it. Under one id: what is said twice is shown once. */
  readonly tell: (window: AlikeWindow, folded: readonly FoldedItem[]) => Promise<boolean>;
  readonly clock: Clock;
}

const AT_ONCE = 50;
/** A poller that folded something before the end notes it until its run is over. */
const PATIENCE_MS = 3 * 60_000;

/** Lists what windows folded, once each is over: nothing that was folded is lost. */
export function createListFolded({ ledger, folds, tell, clock }: ListFoldedParts): ReconcilePart {
  /** Of a process that found none: where no route folds, none can come. */
  let isDone = false;
  const isDue = ({ untilMs }: UnlistedWindow) => clock.now() - untilMs >= PATIENCE_MS;

  async function list(named: UnlistedWindow): Promise<void> {
    const found = await ledger.load(named);
    if (!found || found.isListed) return;
    const { window, folded } = found;
    // None where a poller died before it noted the first.
    if (folded.length === 0 || (await tell(window, folded))) await ledger.setListed(found);
  }

  return async (deadlineMs) => {
    if (isDone) return {};
    let after: UnlistedWindow | undefined;
    for (;;) {
      const some = await ledger.unlisted(AT_ONCE, after?.todo);
      isDone = !folds && after === undefined && some.length === 0;
      for (const one of some) {
        if (!isDue(one) || clock.now() >= deadlineMs) return {};
        await list(one).catch(leaveToNewer);
      }
      after = some.at(-1);
      if (some.length < AT_ONCE) return {};
    }
  };
}

/** Says it in each chat where something was folded; to the operators where the configuration has the chat no more. */
export const createTellFolded =
  (parts: OpsNoticeParts): ListFoldedParts['tell'] =>
  async (window, folded) => {
    const chats = chatDestinations(parts.config);
    const ops = parts.config.ops?.to;
    const placeOf = (chat: string) => (chats.has(chat) ? chat : ops);
    const places = new Set(folded.flatMap(({ at }) => at.map(placeOf)));
    let isTaken = true;
    for (const place of places) {
      if (place === undefined) continue;
      const items = folded.filter(({ at }) => at.some((chat) => placeOf(chat) === place));
      const notice = { domain: window.domain, id: `alike-${window.id}`, ...foldedWords(window, items) };
      isTaken = (await sendNotice(parts, place, notice)) && isTaken;
    }
    return isTaken;
  };
