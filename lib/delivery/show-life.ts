import type { CaseStatus, StatusChange } from '../case/case-record.ts';
import type { Tell } from '../config/changes.ts';
import type { Clock } from '../platform/clock.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import { type Delivery, type DeliveryKey, isNothingShown } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { type ItemEnvelope, isNewer, withContent } from './item-content.ts';
import { createRing, type RingParts } from './ring.ts';
import { changedPlace, type SevereFrom } from './urgency.ts';

export interface LifeDisplayParts extends RingParts {
  readonly ledger: Pick<DeliveryLedger, 'places' | 'load' | 'save'>;
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

/** Each round is a write that another was quicker to make. */
const MAX_ROUNDS = 5;
/** What a row remembers of changes: those before were told long ago. */
const MOST_CHANGES = 20;

export function createLifeDisplay(parts: LifeDisplayParts): ShowLife {
  const { ledger, tells, severeFrom, clock } = parts;
  const ringFor = createRing(parts);
  const ring = (key: DeliveryKey, version: number) => ringFor(key, `life.${version}`);

  return async (domain, caseId, news) => {
    const places = await ledger.places({ domain, feed: 'cases', id: caseId });
    for (const place of places) await tell(place, news);
    return news.item ?? newestIn(places);
  };

  async function tell(known: SavedDelivery, news: LifeNews): Promise<void> {
    const { key } = known.value;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const saved = round === 0 ? known : await ledger.load(key);
      if (!saved) return;
      const { value, version, todo } = saved;
      const next = withNews(value, news);
      // A bell that was lost is rung again for what is on the list.
      if (next === value) return todo === undefined ? undefined : ring(key, version);
      const place = changedPlace(next, todo, { severeFrom, nowMs: clock.now() });
      const written = await ledger.save(next, version, place, clock.now());
      if (written !== null) return ring(key, written);
    }
    throw new Error('others were quicker each time');
  }

  function withNews(delivery: Delivery, { change, item }: LifeNews): Delivery {
    const envelope = item && envelopeOf(delivery.key, item);
    const next =
      envelope && isNewer(envelope, delivery) ? withContent(delivery, envelope, severeFrom) : delivery;
    return change ? withChange(next, change) : next;
  }

  function withChange(delivery: Delivery, change: StatusChange): Delivery {
    const { n = 0, changes = [] } = delivery.life ?? {};
    if (n >= change.n) return delivery;
    // What was never shown otherwise has nothing to tell of: its message begins with the state.
    const told = tells(change) && !isNothingShown(delivery) ? [...changes, change] : changes;
    const life = { n: change.n, state: change.to, atMs: change.atMs, changes: told.slice(-MOST_CHANGES) };
    return { ...delivery, life };
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
