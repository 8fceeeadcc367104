import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly type: string; readonly id: string; readonly data: Record<string, unknown> };
  readonly atMs: number;
}

/** What a receiver does with a request: a status with headers, `hang`, or `cut`. */
export type Answering = (
  received: ReceivedEvent,
) => { status: number; headers?: Record<string, string> } | 'hang' | 'cut';

export interface WebhookReceiver {
  readonly url: string;
  readonly secret: string;
  /** Everything that came, each verified by the package of Standard Webhooks. */
  readonly received: readonly ReceivedEvent[];
  /** Requests that it would not have accepted. There should be none. */
  readonly refused: readonly string[];
  answer(how: Answering): void;
  close(): Promise<void>;
}

/** A receiver on this machine that verifies what it gets as any receiver would. */
export async function startWebhookReceiver(byte = 9): Promise<WebhookReceiver> {
  const secret = `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
  const webhook = new Webhook(secret);
  const received: ReceivedEvent[] = [];
  const refused: string[] = [];
  const sockets = new Set<Socket>();
  let answering: Answering = () => ({ status: 204 });
  const reply = (response: ServerResponse, answer: ReturnType<Answering>) => {
    if (answer === 'cut') response.socket?.destroy();
    else if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end();
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    try {
      const event = webhook.verify(body, request.headers as Record<string, string>) as ReceivedEvent['event'];
      const one = { path: request.url ?? '', headers: request.headers, body, event, atMs: Date.now() };
      received.push(one);
      reply(response, answering(one));
    } catch (error) {
      refused.push(String(error));
      response.writeHead(401).end();
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    secret,
    received,
    refused,
    answer: (how) => {
      answering = how;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
