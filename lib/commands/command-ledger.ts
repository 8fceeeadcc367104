import type { DeliveryLedger } from '../delivery/delivery-ledger.ts';
import { HEALTH_ROW } from '../health/check-health.ts';
import { HealthState, isOpen } from '../health/health-state.ts';
import type { VersionedRows } from '../platform/versioned-rows.ts';
import type { VerdictLedger } from '../verdict/verdict-ledger.ts';
import type { WatchLedger } from '../verdict/watch-ledger.ts';
import type { CommandLedger } from './desk/domain-desk.ts';

export interface CommandLedgerParts {
  readonly deliveries: Pick<DeliveryLedger, 'places'>;
  readonly verdicts: Pick<VerdictLedger, 'load' | 'readTrail'>;
  readonly watches: Pick<WatchLedger, 'load'>;
  readonly rows: Pick<VersionedRows, 'read'>;
}

/** Reads what commands are answered with. Nothing here writes. */
export const createCommandLedger = ({
  deliveries,
  verdicts,
  watches,
  rows,
}: CommandLedgerParts): CommandLedger => ({
  async caseOf(domain, id) {
    const [shown, verdict, watch] = await Promise.all([
      deliveries.places({ domain, feed: 'cases', id }),
      verdicts.load(domain, id),
      watches.load(domain, id),
    ]);
    const cases = shown.flatMap(({ value: { key, content, life } }) =>
      content.kind === 'case'
        ? [{ item: content.item, eventsLeftOut: content.eventsLeftOut, life, place: key.destination }]
        : [],
    );
    const life = cases.flatMap((one) => one.life ?? []).toSorted((a, b) => b.n - a.n)[0] ?? null;
    const [first] = cases;
    return {
      item: first?.item ?? null,
      eventsLeftOut: first?.eventsLeftOut,
      ...{ verdict, watch, life },
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
  trailOf: (domain, day) => verdicts.readTrail(domain, day),
  async problems() {
    const row = await rows.read(HEALTH_ROW);
    const { entries = [] } = HealthState.safeParse(row?.value).data ?? {};
    return entries
      .filter(isOpen)
      .map(({ heading, subject, openMs = 0 }) => ({ heading, subject, sinceMs: openMs }));
  },
});
