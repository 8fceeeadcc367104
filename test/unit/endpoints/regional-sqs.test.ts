import '../../support/aws/quiet-sdk.ts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { createRegionalSqs } from '../../../lib/endpoints/transports/regional-sqs.ts';

it("signs each command for the region of its queue, and sends it where the client's endpoint says", async () => {
  const regions: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    regions.push(/\/\d{8}\/([^/]+)\/sqs\//.exec(request.headers.authorization ?? '')?.[1]);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end('{"Successful":[],"Failed":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createRegionalSqs({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const send = (QueueUrl: string) =>
    client.send(new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: '1', MessageBody: 'x' }] }));
  await send('https://sqs.us-east-2.amazonaws.com/123456789012/lake');
  await send('https://queues.example/ours');
  server.closeAllConnections();
  server.close();
  expect(regions).toEqual(['us-east-2', 'eu-west-1']);
});
