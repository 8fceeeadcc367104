import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface GateOptions {
  /** Told when a call has arrived in full, before it is passed on. */
  readonly onCall?: ((name: string) => void) | undefined;
  /** Told what a call is answered with, before the caller has it. */
  readonly onAnswer?: ((name: string, body: string) => void) | undefined;
  /** Texts to put in the place of others in what is passed on. */
  readonly rewrite?: ReadonlyMap<string, string>;
}

export interface Gate {
  readonly url: string;
  /** `PutItem`, `SendMessageBatch`; `GET /cases` where it is not AWS. In the order of arrival. */
  readonly calls: string[];
  close(): Promise<void>;
}

/**
 * Stands before a server and sees what is asked of it. What has arrived is passed on even when the caller is gone
 * by then: so it is with a service behind a network.
 */
export async function startGate(
  targetUrl: string,
  { onCall, onAnswer, rewrite }: GateOptions = {},
): Promise<Gate> {
  const target = new URL(targetUrl);
  const agent = new Agent({ keepAlive: true });
  const calls: string[] = [];

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = await buffer(incoming);
    const name = nameOf(incoming);
    calls.push(name);
    onCall?.(name);
    for (const [from, to] of rewrite ?? []) {
      if (body.includes(from)) body = Buffer.from(body.toString().replaceAll(from, to));
    }
    const { method, url: path, headers } = incoming;
    const { 'content-length': _, 'transfer-encoding': __, ...rest } = headers;
    const onward = request({
      agent,
      host: target.hostname,
      port: target.port,
      method,
      path,
      headers: { ...rest, host: target.host, ...(body.length > 0 && { 'content-length': body.length }) },
    });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const answered = await buffer(answer);
    onAnswer?.(name, answered.toString());
    const { 'transfer-encoding': ___, connection: ____, ...back } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, { ...back, 'content-length': answered.length });
    response.end(answered);
  }

  const server = createServer((incoming, response) => {
    // A caller that was killed while it spoke, or a server that is being stopped.
    pass(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

function nameOf({ headers, method, url = '' }: IncomingMessage): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1);
  return `${method} ${url.slice(url.lastIndexOf('/')).replace(/\?.*/s, '')}`;
}
