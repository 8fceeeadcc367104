import type { CaseLedger } from '../../case/case-ledger.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import type { AnswerLedger } from '../../verdict/answer-ledger.ts';
import type { CommandLedger } from '../entry-points/command/command-context.ts';

export interface CommandLedgerParts {
  readonly deliveries: Pick<DeliveryLedger, 'places'>;
  readonly answers: Pick<AnswerLedger, 'load' | 'readTrail'>;
  readonly recordOf: CaseLedger['load'];
}

/** Reads what commands are answered with. Nothing here writes. */
export const createCommandLedger = ({
  deliveries,
  answers,
  recordOf,
}: CommandLedgerParts): CommandLedger => ({
  async caseOf(domain, id) {
    const [shown, answer, record] = await Promise.all([
      deliveries.places({ domain, feed: 'cases', id }),
      answers.load(domain, id),
      recordOf(domain, id),
    ]);
    const cases = shown.flatMap(({ value: { key, content } }) =>
      content.kind === 'case'
        ? [{ item: content.item, eventsLeftOut: content.eventsLeftOut, place: key.destination }]
        : [],
    );
    const [first] = cases;
    return {
      item: first?.item ?? null,
      eventsLeftOut: first?.eventsLeftOut,
      ...{ answer, record },
      places: cases.map(({ place }) => place),
    };
  },
  async threatOf(domain, id) {
    const shown = await deliveries.places({ domain, feed: 'threats', id });
    const [item] = shown.flatMap(({ value: { content } }) =>
      content.kind === 'threat' ? [content.item] : [],
    );
    return item ?? null;
  },
  trailOf: (domain, day) => answers.readTrail(domain, day),
});
