import type { Log } from '../base/log.ts';
import type { TakenStep } from '../case/answer.ts';
import { factsElsewhere } from '../case/case-facts.ts';
import type { Content } from '../case/message-content.ts';
import type { EscalationPlaces } from '../verdict/escalation-handler.ts';
import { type AskParts, createAsk, itemIn, newestOf } from './ask-notifiers.ts';
import { type Delivery, type DeliveryKey, MAIN, newDelivery } from './delivery.ts';
import type { SavedDelivery } from './delivery-ledger.ts';
import { callPriority, priorityOf } from './priority.ts';

export interface EscalationPlacesParts extends AskParts {
  readonly log: Log;
}

/** Asks each place of a case to show the step that was taken, and sends the case to the step's own channels. */
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

  /** Sends the case to another place. Its time shows that the step brought it there. */
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
    // Otherwise the place had the case before, or this is a repeat.
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
