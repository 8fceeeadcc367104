/** The least that any of them can do: one call to the queue, nothing verified, read or signed. */
import { Agent, request } from 'node:http';

const url = process.env.AWS_ENDPOINT_URL ?? '';
const agent = new Agent({ keepAlive: true });
const body = JSON.stringify({ MessageBody: 'x'.repeat(500) });
const headers = { 'x-amz-target': 'AmazonSQS.SendMessage', 'content-length': body.length };

export const handler = () =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (incoming) => {
      incoming.resume();
      incoming.on('end', () => resolve({ statusCode: incoming.statusCode }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
