import type { BridgeConfig } from './define-bridge.ts';
import { queueNameOf } from './endpoints.ts';
import type { QueueName } from './function-env.ts';

/** The queues of this deployment, by what they carry. */
export type QueueUrls = Readonly<Partial<Record<QueueName, string>>>;

/** The queue behind a destination; null for one that is not configured, or that this function was not given. */
export function findQueueUrl(config: BridgeConfig, queueUrls: QueueUrls, name: string): string | null {
  const destination = config.destinations[name];
  return (destination && queueUrls[queueNameOf(destination.type) as QueueName]) ?? null;
}

/** The queue behind a destination. Throws for one that this deployment was not given. */
export function queueUrlOf(config: BridgeConfig, queueUrls: QueueUrls, name: string): string {
  const queueUrl = findQueueUrl(config, queueUrls, name);
  if (queueUrl === null) throw new Error(`there is no queue for the destination "${name}"`);
  return queueUrl;
}
