import { type OpsNoticeParts, sendOpsNotice } from '../queues/ops-notice.ts';
import type { DeliveryKey } from './delivery.ts';

/** A channel that is gone refuses every message. That is one thing to say in an hour. */
const ONCE_IN_MS = 3_600_000;

/** Tells the operators that a destination cannot be reached, unless it is theirs. */
export const createParkedNotice =
  (parts: OpsNoticeParts) =>
  async ({ key, reason }: { key: DeliveryKey; reason: string }): Promise<void> => {
    const { domain, destination } = key;
    if (parts.config.ops?.to === destination) return;
    await sendOpsNotice(parts, {
      domain,
      id: `parked-${destination}-${Math.floor(parts.clock.now() / ONCE_IN_MS)}`,
      code: 'delivery_parked',
      title: `${destination}: a message could not be shown`,
      text: `It waits in the dead-letter queue, and others of this destination may follow it. ${reason}`,
    });
  };
