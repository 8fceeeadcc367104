import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** That a webhook is signed with. */
export const drawnSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** What webhooks send to. It takes every event. */
export async function startReceiver(closing: (() => unknown)[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
