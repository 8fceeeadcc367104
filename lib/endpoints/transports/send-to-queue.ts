import type { CallAws } from '../../base/aws/signed-aws.ts';
import { createSignedSend } from '../../base/aws/signed-queue.ts';
import { toFifoId } from '../../base/queues/fifo-id.ts';
import type { SqsDestination } from '../../config/aws-endpoint-schemas.ts';
import { readQueueUrl } from '../../config/queue-url.ts';
import { classifyFault } from '../classify-fault.ts';
import type { Transport } from '../event-transport.ts';

/**
 * Sends a message to a queue of the user's own. A FIFO queue drops repeats of an event within five minutes. The events of an
 * item are one message group, so none of them overtakes an earlier one.
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
