import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ScriptedRequest {
  method: string;
  /** As the client sent it: still percent-encoded, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  /** Position of this request in `requests`. */
  index: number;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string | string[]>;
  json?: unknown;
  text?: string;
  delayMs?: number;
  /** Destroys the connection: before any answer, after the headers, or after half of the body. */
  drop?: 'before' | 'headers' | 'half';
}

export type Script = (request: ScriptedRequest) => Answer | Promise<Answer>;

export interface ScriptedServer {
  url: string;
  requests: readonly ScriptedRequest[];
  /** TCP connections accepted so far. Read it on the server object: a destructured copy does not move. */
  readonly connections: number;
  /** Ends at once, open connections included. Rejects with the first error that the script threw. */
  close(): Promise<void>;
}

function send(answer: Answer, response: ServerResponse): void {
  const { socket } = response;
  // A client that gave up while the answer was on its way.
  if (socket === null || socket.destroyed) return;
  if (answer.drop === 'before') {
    socket.destroy();
    return;
  }
  const isJson = answer.json !== undefined;
  const body = Buffer.from(isJson ? JSON.stringify(answer.json) : (answer.text ?? ''));
  response.statusCode = answer.status ?? 200;
  if (isJson) response.setHeader('content-type', 'application/json');
  else if (answer.text !== undefined) response.setHeader('content-type', 'text/plain; charset=utf-8');
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.drop === undefined) {
    response.end(body);
    return;
  }
  // At least one byte is promised, so that an answer cut short never looks complete.
  response.setHeader('content-length', Math.max(body.length, 1));
  response.flushHeaders();
  socket.write(body.subarray(0, answer.drop === 'half' ? Math.floor(body.length / 2) : 0), () =>
    socket.destroy(),
  );
}

export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const failures: unknown[] = [];
  const closing = new AbortController();
  let connections = 0;

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(incoming).catch(() => undefined);
    // A client that went away in the middle of its own request.
    if (body === undefined) return;
    const { method = '', url = '', headers } = incoming;
    const [path = '', ...rest] = url.split('?');
    const query = new URLSearchParams(rest.join('?'));
    const request: ScriptedRequest = { method, path, query, headers, body, index: requests.length };
    requests.push(request);
    const answer = await script(request);
    if (answer.delayMs) await sleep(answer.delayMs, undefined, { signal: closing.signal });
    send(answer, response);
  };

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (!closing.signal.aborted) failures.push(error);
      incoming.socket.destroy();
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP address');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    get connections() {
      return connections;
    },
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      if (failures.length > 0) throw failures[0];
    },
  };
}
