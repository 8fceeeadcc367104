import type { Todo, TodoRange } from '../base/todo-list.ts';
import type { RowKey, VersionedRow } from '../base/versioned-rows.ts';
import type { MessageRef } from './chat-port.ts';
import type { OutageLedger } from './circuit-breaker.ts';
import type { Delivery, DeliveryKey } from './delivery.ts';
import type { Storm } from './storm.ts';

/** `version`: of what is shown. */
export interface SavedDelivery extends VersionedRow<Delivery> {}

/** Where a row goes on the list of its destination. A listed row stays where it is, unless this is `sooner`. */
export interface Priority {
  readonly at: string;
  readonly sooner?: boolean | undefined;
}

/** What another function than the notifier knows about a row that it asks for. */
export interface AskDetails {
  /** The verdict function answered a click in the message itself, so the notifier does not know what the message says now. */
  readonly clicked?: boolean | undefined;
  /** A case that only a digest showed gets a message of its own under this one. */
  readonly under?: MessageRef | undefined;
}

/** What is shown where, and what is still to be shown. Each writer changes only its own part of a row. */
export interface DeliveryLedger extends OutageLedger {
  rowOf(key: DeliveryKey): RowKey;
  load(key: DeliveryKey): Promise<SavedDelivery | null>;
  read(row: RowKey): Promise<SavedDelivery | null>;
  /**
   * For the poller and the reconciler: writes what an item says, if that is newer, or `only` if it is new. Returns how often
   * the row was asked for; null if nothing was written, for example because it was erased. `stands`: its message, if known.
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
  /** For everybody: asks the notifier to look at a row. Null when there is no such row. */
  ask(key: DeliveryKey, priority: Priority, nowMs: number, details?: AskDetails): Promise<number | null>;
  /**
   * For the notifier: writes what is shown, and for a digest also what it says. Null when another function was quicker.
   * `todo`: its priority; a row that was asked for since it was loaded stays on the list. `version` 0: the whole of a new row.
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
