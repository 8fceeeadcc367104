import type { Clock } from '../base/clock.ts';
import { type Begun, type Delivery, nextStep, type Step } from './delivery.ts';
import type { DeliveryLedger, SavedDelivery } from './delivery-ledger.ts';
import type { Rendered } from './renderer-port.ts';

export interface Loaded {
  readonly delivery: Delivery;
  readonly version: number;
  /** Its priority, as the row says it. */
  readonly todo?: string | undefined;
}

export interface MessageRowParts<Message> {
  readonly ledger: Pick<DeliveryLedger, 'save' | 'load'>;
  readonly clock: Clock;
  readonly render: (delivery: Delivery) => Rendered<Message>;
  /** The priority of a delivery at its destination, by its next step. */
  readonly priorityOf: (delivery: Delivery, step: Step<Message>) => string;
}

/** The row of a delivery while a function works on it: as it was last read or written. */
export interface MessageRow {
  readonly delivery: Delivery;
  /** Whether there is more to do, by what was last written. */
  readonly left: boolean;
  /** False when another function was quicker. `stays`: its priority, because the next step follows at once. */
  save(next: Delivery, how?: { readonly stays?: boolean }): Promise<boolean>;
  /** Writes how a post ended. A write that has nothing to do with the post must not make the bridge forget that. */
  saveOutcome(
    begun: Begun,
    change: (row: Delivery) => Delivery,
    how?: { readonly stays: boolean },
  ): Promise<boolean>;
  /** Reads the row again. */
  reload(): Promise<Delivery | null>;
}

/** Each round is a write that another function was quicker to make. */
export const MAX_ROUNDS = 5;

export function openRow<Message>(
  { ledger, clock, render, priorityOf }: MessageRowParts<Message>,
  loaded: Loaded,
): MessageRow {
  let { delivery, version } = loaded;
  let left = true;

  async function save(next: Delivery, { stays = false }: { readonly stays?: boolean } = {}) {
    const wanted = render(next);
    const step = nextStep(next, wanted);
    const row = step || next.parked !== null ? next : { ...next, memory: wanted.memory };
    const priority = step ? (stays && loaded.todo) || priorityOf(next, step) : null;
    const written = await ledger.save(row, version, priority, clock.now());
    if (written === null) return false;
    delivery = row;
    version = written.version;
    left = written.todo !== undefined;
    return true;
  }

  function take(fresh: SavedDelivery, value: Delivery): void {
    delivery = value;
    version = fresh.version;
  }

  return {
    get delivery() {
      return delivery;
    },
    get left() {
      return left;
    },
    save,
    async saveOutcome(begun, change, how) {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        if (await save(change(delivery), how)) return true;
        const fresh = await ledger.load(delivery.key);
        if (fresh?.value.begun?.sinceMs !== begun.sinceMs || fresh.value.begun.note !== begun.note)
          return false;
        // What somebody asked for since this was loaded is not rendered yet.
        const { asked, clicks } = loaded.delivery;
        take(fresh, { ...fresh.value, asked, clicks });
      }
      return false;
    },
    async reload() {
      const fresh = await ledger.load(delivery.key);
      if (fresh) take(fresh, fresh.value);
      return fresh?.value ?? null;
    },
  };
}
