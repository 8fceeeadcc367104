/** One message for a queue. */
export interface OutMessage {
  /** The same for every attempt to send the same. */
  readonly deliveryId: string;
  /** Messages of one group are handled one after the other where the queue keeps order; elsewhere each gets its share. */
  readonly group: string;
  readonly body: string;
  /** Held back by the queue for so long. Only a queue without an order can do that, and for 15 minutes at most. */
  readonly delaySeconds?: number;
  /** The id under which it is quarantined, until it is dealt with. */
  readonly quarantineId?: string;
}

export interface Unsent {
  readonly deliveryId: string;
  readonly reason: string;
}

/** Hands messages to a queue, or what is for a destination to the ledger and its queue. */
export interface Outbox<Message = OutMessage> {
  /** Resolves with those that were not taken, each with the reason. It never leaves one out silently. */
  send(queueUrl: string, messages: readonly Message[]): Promise<readonly Unsent[]>;
}
