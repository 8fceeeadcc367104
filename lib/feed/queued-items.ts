import type { Outbox } from '../base/queues/outbox.ts';
import type { HandOver } from '../case/envelope.ts';

/** An item on its way to one destination: the message, and the queue it goes to. */
export interface QueuedItem {
  readonly destination: string;
  readonly queueUrl: string;
  readonly message: HandOver;
  /** A chat shows it: a case covers its threats there. */
  readonly inChat?: boolean | undefined;
}

/** What a queue did not take, and why. */
export interface UnsentItem {
  readonly destination: string;
  readonly reason: string;
}

/** The messages that their queue did not take, with the reason. */
export type Unsent = ReadonlyMap<QueuedItem, string>;

/** Sends to all queues in parallel. */
export async function sendQueued(outbox: Outbox<HandOver>, items: readonly QueuedItem[]): Promise<Unsent> {
  const byQueue = new Map<string, QueuedItem[]>();
  for (const item of items) {
    const mine = byQueue.get(item.queueUrl);
    if (mine) mine.push(item);
    else byQueue.set(item.queueUrl, [item]);
  }
  const unsent = new Map<QueuedItem, string>();
  await Promise.all(
    [...byQueue].map(async ([queueUrl, mine]) => {
      const refused = await outbox.send(
        queueUrl,
        mine.map(({ message }) => message),
      );
      const reasons = new Map(refused.map(({ deliveryId, reason }) => [deliveryId, reason]));
      for (const item of mine) {
        const reason = reasons.get(item.message.deliveryId);
        if (reason !== undefined) unsent.set(item, reason);
      }
    }),
  );
  return unsent;
}

export const unsentIn = (unsent: Unsent): UnsentItem[] =>
  [...unsent].map(([{ destination }, reason]) => ({ destination, reason }));

/** The destinations that an item was not sent to. */
export const missingIn = (
  items: readonly QueuedItem[],
  unsent: Unsent,
  deadQueues: ReadonlySet<string> = new Set(),
): string[] =>
  items
    .filter((item) => unsent.has(item) || deadQueues.has(item.queueUrl))
    .map(({ destination }) => destination);

/** The chats that an item was sent to. */
export const chatsWith = (items: readonly QueuedItem[], unsent: Unsent): string[] =>
  items.filter((item) => item.inChat && !unsent.has(item)).map(({ destination }) => destination);

export const chatsIn = (items: readonly QueuedItem[]): string[] => chatsWith(items, new Map());
