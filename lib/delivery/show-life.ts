import type { CaseStatus, StatusChange } from '../case/case-record.ts';
import type { ShownLife } from '../chats/shared/case-state.ts';
import type { Tell } from '../config/changes.ts';
import type { Clock } from '../platform/clock.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { Delivery, DeliveryKey } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { type ItemEnvelope, isNewer } from './item-content.ts';
import { createKeep } from './keep-content.ts';
import { createRing, type RingParts } from './ring.ts';
import { changePlace, type SevereFrom } from './urgency.ts';

export interface LifeDisplayParts extends RingParts {
  readonly ledger: Pick<DeliveryLedger, 'places' | 'load' | 'keep' | 'ask'>;
  /** Whether the thread of a case tells of a change. */
  readonly tells: (change: StatusChange) => boolean;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
}

/** What became of a case: its state changed, or what it says, or both. */
export interface LifeNews {
  readonly change: StatusChange | null;
  readonly item: Case | null;
}

/** Shows wherever a case stands what became of it; the newest that the places know of it. May repeat. */
export type ShowLife = (domain: string, caseId: string, news: LifeNews) => Promise<Case | null>;

const IMPORTANT: ReadonlySet<CaseStatus> = new Set(['enforced', 'closed', 'vanished']);

/** Whether the thread of a case tells of a change, by what the configuration says. */
export const tellsChange =
  (tell: Tell) =>
  ({ from, to }: StatusChange): boolean =>
    tell === 'all' || (tell === 'important' && (IMPORTANT.has(from) || IMPORTANT.has(to)));

/** What a row remembers of changes: those before were told long ago. */
const MOST_CHANGES = 20;

export function createLifeDisplay(parts: LifeDisplayParts): ShowLife {
  const { ledger, tells, clock } = parts;
  const ring = createRing(parts);
  const keep = createKeep(parts);

  return async (domain, caseId, news) => {
    const places = await ledger.places({ domain, feed: 'cases', id: caseId });
    for (const place of places) await tell(place, news);
    return news.item ?? newestIn(places);
  };

  async function tell({ value, todo }: SavedDelivery, { change, item }: LifeNews): Promise<void> {
    const { key, asked } = value;
    const life = change && lifeWith(value, change);
    const envelope = item && envelopeOf(key, item);
    const isNews = envelope !== null && isNewer(envelope, value);
    const kept = isNews && (await keep(envelope, life ?? undefined)) === 'changed';
    const written =
      kept || !life ? null : await ledger.ask(key, { at: changePlace(clock.now()) }, clock.now(), { life });
    // A bell that was lost is rung again for what is on the list.
    if (kept || written !== null || todo !== undefined)
      await ring(key, `life.${written ?? `${asked}${kept ? '.kept' : ''}`}`);
  }

  /** Null where the place knows of it already. */
  function lifeWith({ life }: Delivery, change: StatusChange): ShownLife | null {
    const { n = 0, changes = [] } = life ?? {};
    if (n >= change.n) return null;
    const told = tells(change) ? [...changes, change] : changes;
    return { n: change.n, state: change.to, atMs: change.atMs, changes: told.slice(-MOST_CHANGES) };
  }

  function envelopeOf({ domain, destination }: DeliveryKey, item: Case): ItemEnvelope {
    return {
      v: 1,
      kind: 'case',
      deliveryId: item.case_id,
      domain,
      destination,
      routes: [],
      handedOverAt: new Date(clock.now()).toISOString(),
      changed: true,
      item,
    };
  }
}

/** What a case says, at the place that knows most of it; null where that was erased. */
function newestIn(places: readonly SavedDelivery[]): Case | null {
  const items = places.flatMap(({ value: { content, forgotten } }) =>
    content.kind === 'case' && forgotten !== 'item' ? [content.item] : [],
  );
  return items.toSorted((a, b) => updatedAtMsOf(b) - updatedAtMsOf(a))[0] ?? null;
}
