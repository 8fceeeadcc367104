import type { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

export interface Delivered {
  readonly queueUrl: string;
  readonly body: string;
}

/** As much of SQS as the outbox uses, in memory. */
export class FakeSqs {
  readonly delivered: Delivered[] = [];
  readonly #ids = new Set<string>();
  readonly #onSend: (message: Delivered) => void;

  constructor(onSend: (message: Delivered) => void = () => {}) {
    this.#onSend = onSend;
  }

  client(call: <T>(label: string, effect: () => T) => Promise<T>): Pick<SQSClient, 'send'> {
    const send = (command: SendMessageBatchCommand) => call('SendMessageBatch', () => this.#send(command));
    return { send } as unknown as Pick<SQSClient, 'send'>;
  }

  #send({ input }: SendMessageBatchCommand): object {
    const Successful: object[] = [];
    for (const { Id, MessageBody = '', MessageDeduplicationId } of input.Entries ?? []) {
      // A FIFO queue takes a message once and says yes to its repeats.
      const id = MessageDeduplicationId && `${input.QueueUrl} ${MessageDeduplicationId}`;
      if (id && this.#ids.has(id)) {
        Successful.push({ Id });
        continue;
      }
      if (id) this.#ids.add(id);
      const message = { queueUrl: input.QueueUrl ?? '', body: MessageBody };
      this.#onSend(message);
      this.delivered.push(message);
      Successful.push({ Id });
    }
    return { Successful, Failed: [] };
  }
}
