import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { grouped } from '../text/format.ts';
import { createJsonShortener } from './shorten-json.ts';
import { isStale, onFreshSocket } from './stale-socket.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange, from connecting to the last byte. */
  readonly timeoutMs: number;
  /** The limit for the answer after decompression: 145 KB compressed can be 60 MB. */
  readonly mostBytes: number;
  /** Cuts long lists and texts inside the answer as it arrives, so that more of it fits. */
  readonly shorten?: boolean | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** No complete answer came. `reason` is for people; `maybeReceived` is false if the server cannot have seen it. */
export class TransportError extends Error {
  override readonly name: string = 'TransportError';
  readonly maybeReceived: boolean;

  constructor(reason: string, maybeReceived: boolean) {
    super(reason);
    this.maybeReceived = maybeReceived;
  }
}

/** The answer is larger than the caller can use. The server has seen the request. */
export class AnswerTooLargeError extends TransportError {
  override readonly name = 'AnswerTooLargeError';

  constructor(mostBytes: number) {
    super(`the answer is larger than ${grouped(mostBytes)} bytes`, true);
  }
}

export interface Transport {
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

/** Node fires a longer timer immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Only the status and a sentence of an error are useful. */
const MOST_ERROR_BYTES = 64 * 1024;
/** How many times `mostBytes` may arrive if the answer is shortened. */
const SHORTENED_TIMES = 32;

/**
 * Node's own HTTP with kept-alive connections. Not `fetch`: it drops connections after four idle seconds, follows
 * redirects with our key unless told not to, and hides whether a request was sent.
 */
export function createHttpTransport(): Transport {
  const keepAlive = { keepAlive: true, maxSockets: 32 };
  const agents = { 'http:': new http.Agent(keepAlive), 'https:': new https.Agent(keepAlive) };

  return {
    // A write gets its own connection. On a kept-alive one that the server has just closed, we could not tell whether the
    // server saw the write.
    send(request) {
      if (request.method !== 'GET') return exchange(request, false);
      const agent = agents[request.url.protocol as keyof typeof agents];
      return onFreshSocket(agent, (stale) => exchange(request, agent, stale));
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function exchange(request: HttpRequest, agent: http.Agent | false, stale = () => {}): Promise<HttpAnswer> {
  const { method, url, headers, body, timeoutMs } = request;
  return new Promise((resolve, reject) => {
    let connected = false;
    let isOver = false;
    const fail = (error: Error) => {
      isOver = true;
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
    outgoing.on('error', (error) => {
      if (!isOver && isStale(outgoing, error)) stale();
      fail(error);
    });
    outgoing.on('response', (incoming) => {
      isOver = true;
      readBody(incoming, request).then((text) => {
        clearTimeout(timer);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
      }, fail);
    });
    outgoing.end(body);
  });
}

/** Reads no more than the caller can use: what is too large is neither kept nor waited for. */
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
    // The status is enough, and nobody can say how long the rest would take.
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
  // `pipe` does not forward errors: without this, a connection that broke midway would wait for the timeout.
  incoming.on('error', (error) => decoder.destroy(error));
  return incoming.pipe(decoder);
}
