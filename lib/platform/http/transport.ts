import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { createJsonShortener } from './shorten-json.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange, from connecting to the last byte. */
  readonly timeoutMs: number;
  /** Of the answer as it is read, not as it is sent: 145 KB can be 60 MB compressed. */
  readonly mostBytes: number;
  /** Long lists and texts inside the answer are cut while it comes in, so that more of it fits. */
  readonly shorten?: boolean | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** No whole answer came. `reason` is for people; `maybeReceived` is false when the server cannot have seen it. */
export class TransportError extends Error {
  override readonly name: string = 'TransportError';
  readonly maybeReceived: boolean;

  constructor(reason: string, maybeReceived: boolean) {
    super(reason);
    this.maybeReceived = maybeReceived;
  }
}

/** The answer is larger than the caller has use for. The server has seen the request. */
export class AnswerTooLargeError extends TransportError {
  override readonly name = 'AnswerTooLargeError';

  constructor(mostBytes: number) {
    super(`the answer is larger than ${mostBytes.toLocaleString('en')} bytes`, true);
  }
}

export interface Transport {
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Node fires a longer timer at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Of an error only its status and a sentence are of use. */
const MOST_ERROR_BYTES = 64 * 1024;
/** How much more than `mostBytes` may come in where it is shortened. */
const SHORTENED_TIMES = 32;

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

function exchange(request: HttpRequest, agent: http.Agent | false): Promise<HttpAnswer> {
  const { method, url, headers, body, timeoutMs } = request;
  return new Promise((resolve, reject) => {
    let connected = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      outgoing.destroy();
      const isOurs = error instanceof TransportError;
      reject(isOurs ? error : new TransportError(error.message || 'the connection failed', connected));
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
      readBody(incoming, request).then((text) => {
        clearTimeout(timer);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
      }, fail);
    });
    outgoing.end(body);
  });
}

/** Reads no further than the caller has use for: what is too large is neither kept nor waited for. */
async function readBody(incoming: http.IncomingMessage, request: HttpRequest): Promise<string> {
  const { statusCode = 0 } = incoming;
  const isError = statusCode < 200 || statusCode >= 300;
  const mostBytes = isError ? MOST_ERROR_BYTES : request.mostBytes;
  const shorten = request.shorten && !isError ? createJsonShortener() : null;
  const mostRead = shorten ? mostBytes * SHORTENED_TIMES : mostBytes;
  const chunks: Buffer[] = [];
  let read = 0;
  let kept = 0;
  for await (const chunk of decoded(incoming)) {
    const some = shorten ? shorten(chunk as Buffer) : (chunk as Buffer);
    read += (chunk as Buffer).length;
    kept += some.length;
    chunks.push(some);
    if (read <= mostRead && kept <= mostBytes) continue;
    if (!isError) throw new AnswerTooLargeError(mostBytes);
    // The status says enough, and there is no telling how long the rest would take.
    incoming.destroy();
    return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8');
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
