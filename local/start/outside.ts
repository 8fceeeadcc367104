import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { readQueueUrl } from '../../lib/config/queue-url.ts';

/** The user's own resources in a configuration: they are not part of the stack, and the local cloud has to know them. */
export function outsideOf({ destinations }: Pick<BridgeConfig, 'destinations'>) {
  const all = Object.values(destinations);
  const queues = all.flatMap((one) => {
    const arn = one.type === 'sqs' ? readQueueUrl(one.queueUrl)?.arn : undefined;
    return one.type === 'sqs' && arn !== undefined ? [{ arn, key: one.key }] : [];
  });
  return {
    outsideQueues: queues.map(({ arn }) => arn),
    outsideKeys: Object.fromEntries(queues.flatMap(({ arn, key }) => (key ? [[arn, key]] : []))),
    outsideBuses: all.flatMap((one) => (one.type === 'eventbridge' ? [one.bus] : [])),
  };
}
