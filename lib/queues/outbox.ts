import type { Envelope } from './envelope.ts';

/** One message for one destination. */
export interface OutMessage {
  /** The same for every attempt to hand over the same item to the same destination. */
  readonly deliveryId: string;
  /** Messages of one group stay in order where the queue keeps order. */
  readonly group: string;
  readonly body: string;
  /** Held back by the queue for so long. Only a queue without an order can do that, and for 15 minutes at most. */
  readonly delaySeconds?: number;
  /** What it says, where the ledger is to keep that and the queue only has to ring. */
  readonly envelope?: Envelope | undefined;
  /** Of no use where the ledger has nothing of it. */
  readonly onlyIfKept?: boolean;
  /** The id under which it rests in the ledger, until it is dealt with. */
  readonly restingId?: string;
}

export interface Unsent {
  readonly deliveryId: string;
  readonly reason: string;
}

/** Hands messages to a queue. */
export interface Outbox {
  /** Resolves with those that the queue did not take, each with the reason. It never leaves one out silently. */
  send(queueUrl: string, messages: readonly OutMessage[]): Promise<readonly Unsent[]>;
}
