import { chatDestinations } from '../../config/chats.ts';
import type { Clock } from '../../platform/clock.ts';
import { leaveToNewer } from '../../platform/read-versioned.ts';
import { type OpsNoticeParts, sendNotice } from '../../queues/ops-notice.ts';
import { type Counted, type createCountWithheld, PATIENCE_MS } from '../../reconcile/count-withheld.ts';
import type { ReconcilePart } from '../../reconcile/reconcile.ts';
import type { AlikeWindow } from './alike.ts';
import type { AlikeLedger, UnlistedWindow } from './alike-ledger.ts';
import { foldedWords } from './folded-words.ts';

export interface ListFoldedParts {
  readonly ledger: Pick<AlikeLedger, 'unlisted' | 'load' | 'foldedBy' | 'setListed'>;
  /** Some route folds. Where none does any more, there may be windows left from before. */
  readonly folds: boolean;
  readonly count: ReturnType<typeof createCountWithheld>;
  /** Where what was folded in a chat is listed; none where nobody can be told any more. */
  readonly placesOf: (chats: readonly string[]) => readonly string[];
  /** Tells each place what a window folded there; whether all took it. Under one id: what is said twice is shown once. */
  readonly tell: (window: AlikeWindow, folded: Counted) => Promise<boolean>;
  readonly clock: Clock;
}

const AT_ONCE = 50;

/** Lists what windows folded, once each is over: nothing that was folded is lost. */
export function createListFolded(parts: ListFoldedParts): ReconcilePart {
  const { ledger, folds, count, placesOf, tell, clock } = parts;
  /** Of a process that found none: where no route folds, none can come. */
  let isDone = false;
  const isDue = ({ untilMs }: UnlistedWindow) => clock.now() - untilMs >= PATIENCE_MS;

  async function list(named: UnlistedWindow, deadlineMs: number): Promise<void> {
    const found = await ledger.load(named);
    if (!found || found.isListed) return;
    const pages = (after?: string) => ledger.foldedBy(named, after);
    const folded = await count({ ...named, pages, placesOf }, deadlineMs);
    if (folded && (await tell(found.window, folded))) await ledger.setListed(found);
  }

  return async (deadlineMs) => {
    if (isDone) return {};
    let after: UnlistedWindow | undefined;
    for (;;) {
      const some = await ledger.unlisted(AT_ONCE, after?.todo);
      isDone = !folds && after === undefined && some.length === 0;
      for (const one of some) {
        if (!isDue(one) || clock.now() >= deadlineMs) return {};
        await list(one, deadlineMs).catch(leaveToNewer);
      }
      after = some.at(-1);
      if (some.length < AT_ONCE) return {};
    }
  };
}

/** In each chat where something was folded; to the operators where the configuration has the chat no more. */
export const createFoldedPlaces = ({
  config,
}: Pick<OpsNoticeParts, 'config'>): ListFoldedParts['placesOf'] => {
  const chats = chatDestinations(config);
  return (names) => [...new Set(names.flatMap((name) => (chats.has(name) ? name : (config.ops?.to ?? []))))];
};

export const createTellFolded =
  (parts: OpsNoticeParts): ListFoldedParts['tell'] =>
  async (window, folded) => {
    let isTaken = true;
    for (const [place, summary] of folded) {
      const notice = { domain: window.domain, id: `alike-${window.id}`, ...foldedWords(window, summary) };
      isTaken = (await sendNotice(parts, place, notice)) && isTaken;
    }
    return isTaken;
  };
