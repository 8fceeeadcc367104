import type { Clock } from '../base/clock.ts';
import type { Envelope } from '../case/envelope.ts';
import { PERSON_NOTE } from '../case/note-keys.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { DeliveryKey } from './delivery.ts';
import type { AskDetails, DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { isNewer } from './item-content.ts';
import { createKeepContent } from './keep-content.ts';
import { changePriority, priorityOf } from './priority.ts';
import type { SevereFrom } from './severe.ts';
import { createWake, type WakeParts } from './wake-up.ts';

export interface AskParts extends WakeParts {
  readonly ledger: Pick<DeliveryLedger, 'places' | 'load' | 'keep' | 'ask'>;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
}

const PERSONA_NOTE = { do: 'post', note: PERSON_NOTE } as const;

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
   * Puts a delivery on the list of its destination. Returns how often it was asked for by then; null where the row is gone.
   * `sooner`: no later than this priority. A row that stands early enough is not moved: AWS charges refused writes too.
   */
  async function list(
    { value, todo }: SavedDelivery,
    { at, sooner = false }: { readonly at: string; readonly sooner?: boolean },
    details?: AskDetails,
  ): Promise<number | null> {
    const priority = { at, sooner: sooner && todo !== undefined && todo > at };
    return ledger.ask(value.key, priority, clock.now(), details);
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

    /** Asks the notifier of each place to show what the case says now. Returns the newest version that a place has. */
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
     * Asks for a note that says who the case is about. A delivery that is listed already, or not posted yet, shows it when
     * its turn comes. The caller checks later whether it did.
     */
    async forPersonas(place: SavedDelivery): Promise<void> {
      if (place.todo !== undefined || place.value.main === null) return;
      // The priority that its notifier would give it: a row that is not moved costs less.
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

/** What a case says at a place; null where the place has none, or it was erased. */
export const itemIn = (place: SavedDelivery | undefined): Case | null => {
  const { content, forgotten } = place?.value ?? {};
  return content?.kind === 'case' && forgotten !== 'item' ? content.item : null;
};

/** The place that has the newest version of a case. */
export function newestOf(places: readonly SavedDelivery[]): SavedDelivery | undefined {
  const updatedMs = (place: SavedDelivery): number => {
    const item = itemIn(place);
    return item ? updatedAtMsOf(item) : 0;
  };
  return places.filter((place) => itemIn(place)).toSorted((a, b) => updatedMs(b) - updatedMs(a))[0];
}
