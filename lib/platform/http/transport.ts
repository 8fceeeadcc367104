import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import zlib from 'node:zlib';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange, from connecting to the last byte. */
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** No whole answer came. `reason` is for people; `maybeReceived` is false when the server cannot have seen it. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly maybeReceived: boolean;

  constructor(reason: string, maybeReceived: boolean) {
    super(reason);
    this.maybeReceived = maybeReceived;
  }
}

export interface Transport {
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Node fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A page of 200 huge cases fits many times; an endless answer does not fill the memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Node's own HTTP with kept-alive connections. Not `fetch`: its connections are dropped after four idle
 * seconds, it follows redirects with our key in hand unless told not to, and it hides whether a request left.
 */
export function createHttpTransport(): Transport {
  const keepAlive = { keepAlive: true, maxSockets: 32 };
  const agents = { 'http:': new http.Agent(keepAlive), 'https:': new https.Agent(keepAlive) };

  return {
    // A write gets a connection of its own. On a kept one that the server has just closed, we could not say
    // whether the server saw it.
    send: (request) =>
      exchange(request, request.method === 'GET' && agents[request.url.protocol as keyof typeof agents]),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function exchange(
  { method, url, headers, body, timeoutMs }: HttpRequest,
  agent: http.Agent | false,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(new TransportError(error.message || 'the connection failed', connected));
    };
    const secure = url.protocol === 'https:';
    const outgoing = (secure ? https : http).request(url, {
      method,
      agent,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
    });
    const timer = setTimeout(
      () => fail(new Error(`no answer within ${timeoutMs} ms`)),
      Math.min(timeoutMs, MAX_TIMER_MS),
    );

    outgoing.on('socket', (socket) => {
      if (outgoing.reusedSocket || !socket.connecting) connected = true;
      else socket.once(secure ? 'secureConnect' : 'connect', () => (connected = true));
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      readBody(incoming).then((text) => {
        clearTimeout(timer);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
      }, fail);
    });
    outgoing.end(body);
  });
}

async function readBody(incoming: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(incoming)) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) throw new Error(`the answer is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function decoded(incoming: http.IncomingMessage): Readable {
  const encoding = incoming.headers['content-encoding']?.toLowerCase();
  const decoder =
    encoding === 'gzip' ? zlib.createGunzip() : encoding === 'br' ? zlib.createBrotliDecompress() : null;
  if (!decoder) return incoming;
  // `pipe` does not carry errors: without this, a connection cut in the middle would wait for the timeout.
  incoming.on('error', (error) => decoder.destroy(error));
  return incoming.pipe(decoder);
}
