import { personaNoteKey } from '../chats/shared/persona-note.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { createRing, type RingParts } from './ring.ts';
import { placeOf, type SevereFrom } from './urgency.ts';

export interface PersonaDisplayParts extends RingParts {
  readonly ledger: Pick<DeliveryLedger, 'ask'>;
  readonly severeFrom: SevereFrom;
}

const NOTE = { do: 'post', note: personaNoteKey('person') } as const;

/**
 * Puts a place on its list again because it may tell now who its case is about. What is on the list already, or is not posted
 * yet, tells it when its turn comes: whoever calls this looks later whether it did. May repeat.
 */
export type ShowPersonas = (place: SavedDelivery) => Promise<void>;

export function createPersonaDisplay(parts: PersonaDisplayParts): ShowPersonas {
  const { ledger, severeFrom, clock } = parts;
  const ring = createRing(parts);
  return async ({ value, todo }) => {
    if (todo !== undefined || value.main === null) return;
    // As its notifier places it: a row that stays where it is costs less.
    const place = placeOf(value, NOTE, { severeFrom });
    const written = await ledger.ask(value.key, { at: place }, clock.now());
    if (written !== null) await ring(value.key, `who.${written}`);
  };
}
