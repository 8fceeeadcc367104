import type { TakenStep } from '../case/answer.ts';
import type { Content } from '../chats/shared/renderer.ts';
import { factsElsewhere } from '../facts/case-facts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import type { EscalationPlaces } from '../verdict/look-handler.ts';
import { type Delivery, type DeliveryKey, MAIN, newDelivery } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import { createRing, type RingParts } from './ring.ts';
import { callPlace, placeOf, type SevereFrom } from './urgency.ts';

export interface UnansweredDisplayParts extends RingParts {
  readonly ledger: DeliveryLedger;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a row remembers of them: those before were told long ago. */
const MOST_STEPS = 20;

/** Puts it on the list of each place that nobody answered, and the case on those where else it goes. */
export function createUnansweredDisplay(parts: UnansweredDisplayParts): EscalationPlaces {
  const { ledger, severeFrom, clock, log } = parts;
  const ringFor = createRing(parts);
  const ring = (key: DeliveryKey, { n }: TakenStep, version: number) =>
    ringFor(key, `unanswered.${n}.${version}`);

  const placesOf = (domain: string, id: string) => ledger.places({ domain, feed: 'cases', id });

  return {
    shown: async (domain, caseId) => itemIn(newest(await placesOf(domain, caseId))),
    async take(domain, caseId, step) {
      const places = await placesOf(domain, caseId);
      for (const place of places) await tell(place, step);
      const told = places.map(({ value }) => value.key.destination);
      const source = newest(places);
      for (const destination of step.to.filter((name) => !told.includes(name))) {
        const key = { domain, feed: 'cases', id: caseId, destination } as const;
        if (source) await bring(source, key, step);
        else log('not brought', { ...key, because: 'what it said was erased' });
      }
    },
  };

  /** The case comes to a place where it was not. */
  async function bring({ value }: SavedDelivery, key: DeliveryKey, step: TakenStep): Promise<void> {
    const delivery: Delivery = {
      ...newDelivery(key, contentElsewhere(value.content), clock.now()),
      ...(value.forgotten && { forgotten: value.forgotten }),
      unanswered: [{ ...step, brought: true }],
    };
    const at = placeOf(delivery, { do: 'post', note: MAIN }, { severeFrom });
    const written = await ledger.keep(delivery, { place: { at }, only: 'new' }, clock.now());
    // Then it was there before, or this is a repeat.
    if (written === null) return tell(await ledger.load(key), step);
    await ring(key, step, written);
  }

  async function tell(saved: SavedDelivery | null, step: TakenStep): Promise<void> {
    if (!saved) return;
    const { key, main, asked = 0, unanswered = [] } = saved.value;
    const at = main
      ? callPlace(clock.now())
      : placeOf(saved.value, { do: 'post', note: MAIN }, { severeFrom });
    const told = { unanswered: [...unanswered, step].slice(-MOST_STEPS) };
    const isThere = unanswered.some(({ n }) => n === step.n);
    const written = isThere ? null : await ledger.ask(key, { at, sooner: true }, clock.now(), told);
    // A bell that was lost is rung again for what is on the list.
    if (written !== null || saved.todo !== undefined) await ring(key, step, written ?? asked);
  }
}

const contentElsewhere = (content: Content): Content =>
  content.kind === 'case' && content.facts ? { ...content, facts: factsElsewhere(content.facts) } : content;

const itemOf = ({ content, forgotten }: Delivery): Case | null =>
  content.kind === 'case' && forgotten !== 'item' ? content.item : null;

const itemIn = (place: SavedDelivery | undefined): Case | null => (place ? itemOf(place.value) : null);

/** The place that knows most of it. */
const newest = (places: readonly SavedDelivery[]): SavedDelivery | undefined =>
  places
    .filter(({ value }) => itemOf(value))
    .toSorted((a, b) => updatedAtMs(b.value) - updatedAtMs(a.value))[0];

const updatedAtMs = (delivery: Delivery): number => {
  const item = itemOf(delivery);
  return item ? updatedAtMsOf(item) : 0;
};
