import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { readQueueUrl } from '../../lib/config/queue-url.ts';

/** What a configuration has of the user's own: it is not of the stack, and the local cloud has to be told of it. */
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
