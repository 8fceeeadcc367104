import type { BridgeConfig } from '../config/define-bridge.ts';
import type { QueueName } from '../config/function-env.ts';

/** The queues of this deployment, by what they carry. Destinations of type `sqs` bring their own. */
export type QueueUrls = Readonly<Partial<Record<QueueName, string>>>;

/** The queue behind a destination; null for one that is not configured, or that this function was not given. */
export function findQueueUrl(config: BridgeConfig, queueUrls: QueueUrls, name: string): string | null {
  const destination = config.destinations[name];
  if (!destination) return null;
  return (destination.type === 'sqs' ? destination.queueUrl : queueUrls[destination.type]) ?? null;
}

/** The queue behind a destination. Throws for one that this deployment was not given. */
export function queueUrlOf(config: BridgeConfig, queueUrls: QueueUrls, name: string): string {
  const queueUrl = findQueueUrl(config, queueUrls, name);
  if (queueUrl === null) throw new Error(`there is no queue for the destination "${name}"`);
  return queueUrl;
}
