import type { Clock } from '../platform/clock.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { DeliveryKey } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { type ItemEnvelope, isNewer } from './item-content.ts';
import { createKeep } from './keep-content.ts';
import { createRing, type RingParts } from './ring.ts';
import { changePlace, type SevereFrom } from './urgency.ts';

export interface AskParts extends RingParts {
  readonly ledger: Pick<DeliveryLedger, 'places' | 'load' | 'keep' | 'ask'>;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
}

/**
 * Asks each place of a case to look at its record, and brings along what the case says now. The newest that the places know
 * of it. May repeat.
 */
export type AskEverywhere = (domain: string, caseId: string, item: Case | null) => Promise<Case | null>;

export function createAskEverywhere(parts: AskParts): AskEverywhere {
  const { ledger, clock } = parts;
  const ring = createRing(parts);
  const keep = createKeep(parts);

  return async (domain, caseId, item) => {
    const places = await ledger.places({ domain, feed: 'cases', id: caseId });
    for (const { value } of places) {
      const { key, asked = 0 } = value;
      const envelope = item && envelopeOf(key, item);
      const isKept = envelope && isNewer(envelope, value) && (await keep(envelope)) === 'changed';
      const at = changePlace(clock.now());
      const time = isKept ? `${asked}.kept` : await ledger.ask(key, { at }, clock.now());
      if (time !== null) await ring(key, `look.${time}`);
    }
    return item ?? newestIn(places);
  };

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
