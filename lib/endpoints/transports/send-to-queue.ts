import type { SqsDestination } from '../../config/aws-endpoint-schemas.ts';
import { readQueueUrl } from '../../config/queue-url.ts';
import type { CallAws } from '../../platform/aws/signed-aws.ts';
import { createSignedSend } from '../../platform/aws/signed-queue.ts';
import { toFifoId } from '../../platform/queues/fifo-id.ts';
import { classifyFault } from '../classify-fault.ts';
import type { Transport } from '../event-transport.ts';

/**
 * A message in a queue of the user's own. A queue in order drops what it was sent within five minutes, by the id of the
 * event; the events of an item are one group, so that nothing overtakes what happened to it before.
 */
export const createQueueTransport =
  (callIn: (region: string) => CallAws) =>
  (_name: string, { queueUrl }: SqsDestination): Transport => {
    const { region = '', fifo = false } = readQueueUrl(queueUrl) ?? {};
    return async ({ eventId, type, key }, { body, contentType }) => {
      const order = { group: toFifoId(key.id), id: toFifoId(eventId) };
      const attributes = { id: eventId, type, 'content-type': contentType };
      try {
        await createSignedSend(callIn(region))(queueUrl, body, { ...(fifo && { order }), attributes });
        return { is: 'taken' };
      } catch (error) {
        return classifyFault(error);
      }
    };
  };
