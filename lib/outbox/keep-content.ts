import type { Clock } from '../base/clock.ts';
import type { Envelope } from '../case/envelope.ts';
import { isNothingShown, MAIN } from './delivery.ts';
import type { DeliveryLedger, Priority } from './delivery-ledger.ts';
import type { Keep } from './hand-over.ts';
import { changeIdOf, deliveryOf } from './item-content.ts';
import { callPriority, changePriority, priorityOf } from './priority.ts';
import { isSevere, type SevereFrom } from './severe.ts';

export interface KeepParts {
  readonly ledger: Pick<DeliveryLedger, 'keep' | 'load'>;
  readonly severeFrom: SevereFrom;
  readonly clock: Clock;
}

/** `merged`: the item was handed over as new, but the row was there already, and now says something newer. */
export type Kept = 'new' | 'changed' | 'merged' | 'as it was' | 'nowhere';

/** Writes what an envelope says, if that is newer. Reads the row only if it has to. */
export const createKeepContent =
  ({ ledger, severeFrom, clock }: KeepParts) =>
  async (envelope: Envelope): Promise<Kept> => {
    const delivery = deliveryOf(envelope);
    const asNew = priorityOf(delivery, { do: 'post', note: MAIN }, { severeFrom });
    const nowMs = clock.now();
    if (!envelope.changed) {
      const asked = await ledger.keep(delivery, { priority: { at: asNew } }, nowMs);
      // A poller may have crashed after it wrote this row, and the item may have changed since.
      return asked === null ? 'as it was' : asked === 1 ? 'new' : 'merged';
    }
    const priority = await priorityOfChange();
    if (!priority) return 'nowhere';
    if ((await ledger.keep(delivery, { priority, only: 'newer' }, nowMs)) !== null) return 'changed';
    return (await ledger.load(delivery.key)) ? 'as it was' : 'nowhere';

    /** A case may have become severe while it waited. */
    async function priorityOfChange(): Promise<Priority | null> {
      const later = { at: changePriority(nowMs) };
      if (!isSevere(delivery.content, severeFrom)) return later;
      const saved = await ledger.load(delivery.key);
      if (!saved) return null;
      const { content, handedOverAtMs } = saved.value;
      const first = priorityOf({ ...delivery, handedOverAtMs }, { do: 'post', note: MAIN }, { severeFrom });
      if (isNothingShown(saved.value)) return { at: first, sooner: true };
      return isSevere(content, severeFrom) ? later : { at: callPriority(nowMs), sooner: true };
    }
  };

/** Keeps items for chats. A change does not bring an item to a channel that never had it, or where it was erased. */
export function createKeepForChats(parts: KeepParts): Keep {
  const keep = createKeepContent(parts);
  return async (envelope) => {
    const kept = await keep(envelope);
    if (kept === 'nowhere') return null;
    return (kept === 'merged' && changeIdOf(envelope)) || envelope.deliveryId;
  };
}
