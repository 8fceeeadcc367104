import type { Envelope } from '../case/envelope.ts';
import { personaNoteKey } from '../case/note-keys.ts';
import type { Clock } from '../platform/clock.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { DeliveryKey } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery, Told } from './delivery-ledger.ts';
import { isNewer } from './item-content.ts';
import { createKeepContent } from './keep-content.ts';
import { changePriority, priorityOf, type SevereFrom } from './priority.ts';
import { createWake, type WakeParts } from './wake-up.ts';

export interface AskParts extends WakeParts {
  readonly ledger: Pick<DeliveryLedger, 'places' | 'load' | 'keep' | 'ask'>;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
}

const PERSONA_NOTE = { do: 'post', note: personaNoteKey('person') } as const;

/** Asks the notifiers of a case to look at what the records say of it. All of this may repeat. */
export type Ask = ReturnType<typeof createAsk>;

export function createAsk(parts: AskParts) {
  const { ledger, severeFrom, clock } = parts;
  const keep = createKeepContent(parts);
  const wake = createWake(parts);

  const placesOf = (domain: string, id: string) => ledger.places({ domain, feed: 'cases', id });

  /** `time`: the same for a repeat, which the queue then drops. */
  const wakeFor = ({ domain, destination, id }: DeliveryKey, time: string): Promise<void> =>
    wake({ domain, destination, items: [{ feed: 'cases', id }], time });

  /**
   * Puts a place on its list; how often it was asked for by then, null where it is gone. `sooner`: no later than there. What
   * stands there early enough is not moved: a write that is refused is charged too.
   */
  async function list(
    { value, todo }: SavedDelivery,
    { at, sooner = false }: { readonly at: string; readonly sooner?: boolean },
    told?: Told,
  ): Promise<number | null> {
    const priority = { at, sooner: sooner && todo !== undefined && todo > at };
    return ledger.ask(value.key, priority, clock.now(), told);
  }

  async function look(place: SavedDelivery, how: Parameters<typeof list>[1]): Promise<void> {
    const written = await list(place, how);
    if (written !== null) await wakeFor(place.value.key, `look.${written}`);
  }

  return {
    placesOf,
    wakeFor,
    list,
    look,

    /** Each place, with what the case says now; the newest that the places know of it. */
    async everywhere(domain: string, caseId: string, item: Case | null): Promise<Case | null> {
      const places = await placesOf(domain, caseId);
      for (const place of places) {
        const { key, asked = 0 } = place.value;
        const envelope = item && envelopeOf(key, item);
        const isNews = envelope && isNewer(envelope, place.value);
        if (isNews && (await keep(envelope)) === 'changed') await wakeFor(key, `look.${asked}.kept`);
        else await look(place, { at: changePriority(clock.now()) });
      }
      return item ?? itemIn(newestOf(places));
    },

    /**
     * One that may tell now who its case is about. What is on the list already, or is not posted yet, tells it when its turn
     * comes: whoever calls this looks later whether it did.
     */
    async forPersonas(place: SavedDelivery): Promise<void> {
      if (place.todo !== undefined || place.value.main === null) return;
      // As its notifier places it: a row that stays where it is costs less.
      await look(place, { at: priorityOf(place.value, PERSONA_NOTE, { severeFrom }) });
    },
  };

  function envelopeOf({ domain, destination }: DeliveryKey, item: Case): Envelope {
    return {
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

/** What a case says at a place; null where there is none, or that was erased. */
export const itemIn = (place: SavedDelivery | undefined): Case | null => {
  const { content, forgotten } = place?.value ?? {};
  return content?.kind === 'case' && forgotten !== 'item' ? content.item : null;
};

/** The place that knows most of a case. */
export function newestOf(places: readonly SavedDelivery[]): SavedDelivery | undefined {
  const updatedMs = (place: SavedDelivery): number => {
    const item = itemIn(place);
    return item ? updatedAtMsOf(item) : 0;
  };
  return places.filter((place) => itemIn(place)).toSorted((a, b) => updatedMs(b) - updatedMs(a))[0];
}
