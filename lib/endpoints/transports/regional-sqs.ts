import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { readQueueUrl } from '../../config/queue-url.ts';

/** Sends each command to the region of its queue: a user's own queue may be in another one than we are. */
export function createRegionalSqs(settings: SQSClientConfig): Pick<SQSClient, 'send'> {
  const clients = new Map<string | undefined, SQSClient>();
  const clientFor = (queueUrl: string): SQSClient => {
    const region = readQueueUrl(queueUrl)?.region;
    // An address names its host in AWS. Where to send is for the endpoint to say, as with every other service.
    const client =
      clients.get(region) ??
      new SQSClient({ ...settings, ...(region && { region }), useQueueUrlAsEndpoint: false });
    clients.set(region, client);
    return client;
  };
  const send = (command: { input: { QueueUrl?: string } }, ...rest: never[]) =>
    clientFor(command.input.QueueUrl ?? '').send(command as never, ...rest);
  return { send } as unknown as Pick<SQSClient, 'send'>;
}
