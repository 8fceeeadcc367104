import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import type { HandOver } from '../case/envelope.ts';
import type { Notice } from '../case/message-content.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { type QueueUrls, queueUrlOf } from '../config/destination-queues.ts';

export interface OpsNoticeParts {
  readonly config: BridgeConfig;
  readonly queueUrls: QueueUrls;
  readonly outbox: Outbox<HandOver>;
  readonly clock: Clock;
}

export interface OpsNotice extends Omit<Notice, 'at'> {
  readonly domain: string;
  /** What is said under one id is said once. */
  readonly id: string;
}

/** Says something to the operators; whether their queue took it. Nothing to do where no `ops` is configured. */
export const sendOpsNotice = async (parts: OpsNoticeParts, notice: OpsNotice): Promise<boolean> =>
  parts.config.ops === undefined || sendNotice(parts, parts.config.ops.to, notice);

/** Says something at a destination; whether its queue took it. */
export async function sendNotice(
  { config, queueUrls, outbox, clock }: OpsNoticeParts,
  destination: string,
  { domain, id, ...notice }: OpsNotice,
): Promise<boolean> {
  const at = new Date(clock.now()).toISOString();
  const deliveryId = deliveryIdOf({ domain, feed: 'notice', id, destination });
  const about = { kind: 'notice' as const, deliveryId, domain, destination, routes: [] };
  const envelope = { ...about, handedOverAt: at, notice: { ...notice, at } };
  const queueUrl = queueUrlOf(config, queueUrls, destination);
  return (await outbox.send(queueUrl, [{ deliveryId, envelope }])).length === 0;
}
