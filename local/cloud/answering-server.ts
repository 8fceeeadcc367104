import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPortGuard, type PortGuardOptions } from '../stand-in-kit/port-guard.ts';

/** A complete answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
}

export interface AnsweringOptions {
  readonly port?: number | undefined;
  readonly guard?: PortGuardOptions | undefined;
  readonly onFailure?: (problem: unknown, incoming: IncomingMessage) => void;
}

/** A server on this machine, behind the guard. A request that cannot be answered loses its connection. */
export async function startAnsweringServer(
  answer: (incoming: IncomingMessage) => Promise<Answer>,
  { port = 0, guard, onFailure = () => {} }: AnsweringOptions = {},
) {
  const refusalOf = createPortGuard(guard);
  const judged = async (incoming: IncomingMessage): Promise<Answer> => {
    const { method = '', url = '', headers } = incoming;
    const message = refusalOf({ method, path: url.replace(/\?.*/s, ''), headers });
    return message === undefined ? answer(incoming) : refused(message);
  };
  const server = createServer((incoming, response) => {
    judged(incoming).then(
      ({ status, headers, body }) => {
        // By the clock that checks signatures: callers correct their own clock by it.
        const date = new Date().toUTCString();
        response.writeHead(status, { date, ...headers, 'content-length': body.length });
        response.end(body);
      },
      (problem: unknown) => {
        onFailure(problem, incoming);
        incoming.socket.destroy();
      },
    );
  });
  // Longer than a caller keeps a connection, so that none is closed while in use.
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

const refused = (message: string): Answer => ({
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
});

/** Undefined if it is larger than that; the excess is read and discarded. */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}
