import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A secret for signing webhooks. */
export const drawnSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The receiver of webhooks. It accepts every event. */
export async function startReceiver(closing: (() => unknown)[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
