import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A whole answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

/** A server on this machine. A request that cannot be answered loses its connection. */
export async function startAnsweringServer(
  port: number,
  answer: (incoming: IncomingMessage) => Promise<Answer>,
  onFailure: (problem: unknown, incoming: IncomingMessage) => void = () => {},
) {
  const server = createServer((incoming, response) => {
    answer(incoming).then(
      ({ status, headers, body }) => {
        response.writeHead(status, { ...headers, 'content-length': body.length });
        response.end(body);
      },
      (problem: unknown) => {
        onFailure(problem, incoming);
        incoming.socket.destroy();
      },
    );
  });
  // Longer than a caller keeps a connection, so that none is closed while it is being used.
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Nothing when it is larger than that; what is too much is read and forgotten. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}
