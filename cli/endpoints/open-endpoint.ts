import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { toFifoId } from '../../lib/base/queues/fifo-id.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { endpointsIn } from '../../lib/config/endpoints.ts';
import { nearest } from '../../lib/config/schema/nearest.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { wakeUpOf } from '../../lib/outbox/wake-up.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { UsageError } from '../frame/errors.ts';

/** A webhook, a queue or a bus of a running bridge, for its operator. */
export function openEndpoint(
  bridge: OpenBridge,
  { destinations, domains, retention }: BridgeConfig,
  name: string,
) {
  const names = endpointsIn(destinations).map(([known]) => known);
  if (!names.includes(name)) throw new UsageError(notThere(name, names));
  const [domain = ''] = Object.keys(domains);
  const rows = createDynamoVersionedRows(bridge.ledger);
  const { clock, sqs } = bridge;
  return {
    domain,
    ledger: createEventLedger(rows, { keptMs: retention.deliveries }),
    /** Wakes the function now. Resolves to whether it could: otherwise the reconciler sends a wake-up within a minute. */
    async wake(): Promise<boolean> {
      const queueUrl = (await bridge.outputs()).WebhookDeliveriesQueue;
      if (queueUrl === undefined) return false;
      const time = `asked.${clock.now()}`;
      const { body, group, deliveryId } = wakeUpOf({ domain, destination: name, items: [], time });
      const command = new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: body,
        MessageGroupId: toFifoId(group),
        MessageDeduplicationId: toFifoId(deliveryId),
      });
      return sqs.send(command).then(
        () => true,
        () => false,
      );
    },
  };
}

function notThere(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'The configuration has no webhook, and no queue or event bus of your own.';
  const meant = nearest(name, names);
  const known = meant ? `did you mean ${meant}?` : `there are ${names.join(', ')}.`;
  return `${JSON.stringify(name)} is no webhook, queue or event bus of the configuration: ${known}`;
}
