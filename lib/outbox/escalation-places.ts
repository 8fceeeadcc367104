import type { TakenStep } from '../case/answer.ts';
import { factsElsewhere } from '../case/case-facts.ts';
import type { Content } from '../case/content.ts';
import type { Log } from '../platform/log.ts';
import type { EscalationPlaces } from '../verdict/look-handler.ts';
import { type AskParts, createAsk, itemIn, newestOf } from './ask-notifiers.ts';
import { type Delivery, type DeliveryKey, MAIN, newDelivery } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import { callPriority, priorityOf } from './priority.ts';

export interface EscalationPlacesParts extends AskParts {
  readonly log: Log;
}

/** Has each place of a case look at the step that was taken, and brings the case to where else it goes. */
export function createEscalationPlaces(parts: EscalationPlacesParts): EscalationPlaces {
  const { ledger, severeFrom, clock, log } = parts;
  const ask = createAsk(parts);
  const asNew = (delivery: Delivery) => priorityOf(delivery, { do: 'post', note: MAIN }, { severeFrom });

  return {
    shown: async (domain, caseId) => itemIn(newestOf(await ask.placesOf(domain, caseId))),
    async take(domain, caseId, step) {
      const places = await ask.placesOf(domain, caseId);
      for (const place of places) await tell(place);
      const told = places.map(({ value }) => value.key.destination);
      const source = newestOf(places);
      for (const destination of step.to.filter((name) => !told.includes(name))) {
        const key = { domain, feed: 'cases', id: caseId, destination } as const;
        if (source) await bring(source, key, step);
        else log('not brought', { ...key, because: 'what it said was erased' });
      }
    },
  };

  /** The case comes to a place where it was not. That it came with this step follows from when it did. */
  async function bring({ value }: SavedDelivery, key: DeliveryKey, { n, atMs }: TakenStep): Promise<void> {
    const delivery: Delivery = {
      ...newDelivery(key, contentElsewhere(value.content), Math.max(clock.now(), atMs)),
      ...(value.forgotten && { forgotten: value.forgotten }),
    };
    const written = await ledger.keep(
      delivery,
      { priority: { at: asNew(delivery) }, only: 'new' },
      clock.now(),
    );
    if (written !== null) return ask.wakeFor(key, `brought.${n}.${written}`);
    // Then it was there before, or this is a repeat.
    const there = await ledger.load(key);
    if (there) await tell(there);
  }

  function tell(place: SavedDelivery): Promise<void> {
    const at = place.value.main ? callPriority(clock.now()) : asNew(place.value);
    return ask.look(place, { at, sooner: true });
  }
}

const contentElsewhere = (content: Content): Content =>
  content.kind === 'case' && content.facts ? { ...content, facts: factsElsewhere(content.facts) } : content;
