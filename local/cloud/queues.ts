import { buildApp } from 'fauxqs';
import type { Answer } from './answering-server.ts';
import { openQueueJournal } from './queue-journal.ts';
import { createJournalledStore } from './queue-journal-store.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

type QueueResource = KnownResource<'AWS::SQS::Queue'>;

export interface QueueDepth {
  readonly waiting: number;
  readonly inFlight: number;
  readonly delayed: number;
}

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;

/**
 * SQS in this process, without a port: every call came through the front door, or is AWS itself. In memory, or stored in
 * a folder: then what was not deleted is there again, however this process ended.
 */
export async function startQueues(region: string, dataDir?: string) {
  const journal = dataDir === undefined ? undefined : await openQueueJournal(dataDir);
  // The other stores are created if they are not given.
  const stores = journal && ({ sqsStore: createJournalledStore(journal) } as Stores);
  const app = buildApp({ logger: false, defaultRegion: region, ...(stores && { stores }) });
  const urls = new Map<string, string>();

  async function post(action: string, input: object): Promise<Answer> {
    const response = await app.inject({
      method: 'POST',
      url: '/',
      headers: {
        host: 'localhost',
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `AmazonSQS.${action}`,
      },
      payload: JSON.stringify(input),
    });
    // Before anyone hears that a message is accepted or deleted.
    await journal?.written();
    const headers: Record<string, string> = {};
    for (const name of ['content-type', 'x-amzn-query-error']) {
      const value = response.headers[name];
      if (value !== undefined) headers[name] = String(value);
    }
    return { status: response.statusCode, headers, body: response.rawPayload };
  }

  async function make(
    who: string,
    arn: string,
    name: string,
    Attributes: Record<string, string>,
  ): Promise<void> {
    const { status, body } = await post('CreateQueue', { QueueName: name, Attributes });
    if (status !== 200) throw new TemplateError(who, `SQS refuses this queue: ${body.toString()}`);
    urls.set(arn, (JSON.parse(body.toString()) as { QueueUrl: string }).QueueUrl);
  }

  const forward = (action: string, queueArn: string, input: object) =>
    post(action, { ...input, QueueUrl: urls.get(queueArn) ?? 'https://no.such.queue/0/0' });

  return {
    /** Passes a call on. The queue is given by ARN, whatever address the caller used. */
    forward,
    has: (arn: string) => urls.has(arn),
    create: ({ logicalId, identity, properties }: QueueResource) =>
      make(
        logicalId,
        identity.attributes.Arn ?? '',
        identity.attributes.QueueName ?? '',
        attributesOf(properties),
      ),
    /** For a queue that the template knows only by its address. Names are shared, so the account is part of the name. */
    createOutside: (arn: string) =>
      make(arn, arn, outsideName(arn), arn.endsWith('.fifo') ? { FifoQueue: 'true' } : {}),
    async deleteOutside(arn: string): Promise<void> {
      await forward('DeleteQueue', arn, {});
      urls.delete(arn);
    },
    /** A call by AWS itself. Throws if it is refused. */
    async call<Output>(action: string, queueArn: string, input: object): Promise<Output> {
      const { status, body } = await forward(action, queueArn, input);
      if (status !== 200) throw new Error(`${action} on ${queueArn}: ${body.toString()}`);
      return (body.length > 0 ? JSON.parse(body.toString()) : {}) as Output;
    },
    async depths(): Promise<Record<string, QueueDepth>> {
      const { body } = await app
        .inject({ method: 'GET', url: '/_fauxqs/queues', headers: { host: 'localhost' } })
        .then((response) => ({ body: response.json() as FauxqsDepth[] }));
      return Object.fromEntries(
        body.map((one) => [
          one.name,
          {
            waiting: one.approximateMessageCount,
            inFlight: one.approximateInflightCount,
            delayed: one.approximateDelayedCount,
          },
        ]),
      );
    },
    async stop(): Promise<void> {
      await app.close();
      await journal?.close();
    },
  };
}

export type LocalQueues = Awaited<ReturnType<typeof startQueues>>;

interface FauxqsDepth {
  readonly name: string;
  readonly approximateMessageCount: number;
  readonly approximateInflightCount: number;
  readonly approximateDelayedCount: number;
}

const outsideName = (arn: string): string => {
  const [, , , , account = '', name = ''] = arn.split(':');
  return `outside-${account}-${name}`;
};

function attributesOf(properties: QueueResource['properties']): Record<string, string> {
  const { QueueName: _, Tags: __, ...rest } = properties;
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}

/** A dead-letter queue must exist and be of the same kind: otherwise AWS refuses to create the queue. */
export function checkRedrive(queues: readonly QueueResource[]): void {
  for (const { logicalId, properties } of queues) {
    const target = properties.RedrivePolicy?.deadLetterTargetArn;
    if (target === undefined) continue;
    const dlq = queues.find(({ identity }) => identity.attributes.Arn === target);
    if (!dlq) throw new TemplateError(logicalId, `its dead-letter queue ${target} is not in the template`);
    if (Boolean(dlq.properties.FifoQueue) !== Boolean(properties.FifoQueue)) {
      throw new TemplateError(logicalId, 'its dead-letter queue is not of the same kind (FIFO or standard)');
    }
  }
}
