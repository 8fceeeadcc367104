import type { Todo, TodoRange } from '../platform/todo-list.ts';
import type { RowKey, VersionedRow } from '../platform/versioned-rows.ts';
import type { MessageRef } from './chat-port.ts';
import type { OutageLedger } from './circuit-breaker.ts';
import type { Delivery, DeliveryKey } from './delivery.ts';
import type { Storm } from './storm.ts';

/** `version`: of what is shown. */
export interface SavedDelivery extends VersionedRow<Delivery> {}

/** Where a row goes on the list of its destination. One that is on it stays where it is, unless this is `sooner`. */
export interface Priority {
  readonly at: string;
  readonly sooner?: boolean | undefined;
}

/** What somebody other than its notifier knows of a row that is to be looked at. */
export interface Told {
  /** An answer to a click was shown there past the notifier: nobody knows what stands there now. */
  readonly clicked?: boolean | undefined;
  /** What only a digest told is to have a message of its own, under this one. */
  readonly under?: MessageRef | undefined;
}

/** What was shown where, and what is still to be shown. Each write changes only what its writer is to say. */
export interface DeliveryLedger extends OutageLedger {
  rowOf(key: DeliveryKey): RowKey;
  load(key: DeliveryKey): Promise<SavedDelivery | null>;
  read(row: RowKey): Promise<SavedDelivery | null>;
  /**
   * Of the poller and the reconciler: what an item says, where that is newer or `only` new; nothing of what is shown. How
   * often the row was asked for by now; null when it is not written, as where it was erased. `stands`: its message, if known.
   */
  keep(
    delivery: Delivery,
    how: {
      readonly priority: Priority;
      readonly only?: 'new' | 'newer';
      readonly stands?: MessageRef | undefined;
    },
    nowMs: number,
  ): Promise<number | null>;
  /** Of anybody: it is to be looked at. Null when there is no such row. */
  ask(key: DeliveryKey, priority: Priority, nowMs: number, told?: Told): Promise<number | null>;
  /**
   * Of its notifier: what is shown, and of a digest also what it says. Null when another one was quicker. `todo`: its place on
   * the list; where it was asked for since it was loaded, it stays on the list. `version` 0: the whole of a new row.
   */
  save(
    delivery: Delivery,
    version: number,
    todo: string | null,
    nowMs: number,
  ): Promise<Pick<SavedDelivery, 'version' | 'todo'> | null>;
  /** Everywhere an item was shown. */
  places(item: Omit<DeliveryKey, 'destination'>): Promise<readonly SavedDelivery[]>;
  /** What is still to be shown at a destination, the most urgent first. */
  todo(destination: string, range: TodoRange): Promise<readonly Todo[]>;

  linkEvents(domain: string, caseId: string, eventIds: readonly string[], nowMs: number): Promise<void>;
  /** The case that was posted with this event, if there is one. */
  caseOf(domain: string, eventId: string): Promise<string | null>;

  loadStorm(destination: string): Promise<VersionedRow<Storm> | null>;
  saveStorm(destination: string, storm: Storm, version: number, nowMs: number): Promise<number | null>;
}
