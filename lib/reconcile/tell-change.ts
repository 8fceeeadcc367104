import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import type { HandOver } from '../case/envelope.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { QueueUrls } from '../config/destination-queues.ts';
import { endpointsIn } from '../config/endpoints.ts';
import { createItemMessages } from '../feed/item-messages.ts';
import { sendQueued } from '../feed/queued-items.ts';
import type { Case } from '../posture/schemas/case.ts';

export interface TellChangeParts {
  readonly config: BridgeConfig;
  readonly queueUrls: QueueUrls;
  readonly outbox: Outbox<HandOver>;
  readonly clock: Clock;
}

/** Tells the webhooks that were sent a case that it changed. Where it was muted, it stays muted. */
export function createTellChange({ config, queueUrls, outbox, clock }: TellChangeParts) {
  const endpoints = endpointsIn(config.destinations).map(([name]) => name);
  if (endpoints.length === 0) return async () => undefined;
  const nothing = () => undefined;
  return async (domain: string, item: Case, revision: string): Promise<void> => {
    const feed = { domain, feed: 'cases' } as const;
    const messages = createItemMessages({
      config,
      feed,
      queueUrls,
      clock,
      onShadow: nothing,
      onUnrouted: nothing,
    });
    const queued = messages
      .forChanged({ id: item.case_id, createdAtMs: 0, item, revision }, endpoints)
      .map((one) => ({ ...one, message: { ...one.message, onlyIfKept: true } }));
    const [reason] = (await sendQueued(outbox, queued)).values();
    if (reason !== undefined) throw new Error(`webhooks were not told: ${reason}`);
  };
}
