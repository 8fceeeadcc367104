import { connect } from 'node:net';
import type { Listener } from './listeners.ts';

export interface Knock {
  readonly method?: string;
  readonly path?: string;
  /** As they are sent, in this order; without a Host unless one is given. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly version?: '1.0' | '1.1';
}

export interface Answered {
  /** 0 when the connection was refused or closed without an answer. */
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

const NOTHING: Answered = { status: 0, headers: '', body: '' };
/** A function may have to start before it answers. */
const PATIENCE_MS = 30_000;
/** A stream never ends: what it said by then is enough. */
const SILENCE_MS = 1_500;

let count = 0;
/** How many requests were sent so far. */
export const knocksSoFar = (): number => count;

/** Sends exactly these bytes, as no HTTP client would let us. */
export function knock(
  at: Listener,
  { method = 'GET', path = '/', headers = {}, body = '', version = '1.1' }: Knock,
) {
  count++;
  const lines = Object.entries({
    ...headers,
    ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = at.kind === 'tcp' ? connect(at.port, at.host) : connect(at.path);
  return new Promise<Answered>((resolve) => {
    let text = '';
    const end = () => {
      socket.destroy();
      resolve(read(text));
    };
    socket.setTimeout(PATIENCE_MS, end);
    socket.on('error', end);
    socket.on('close', end);
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      text += data;
      socket.setTimeout(SILENCE_MS);
    });
    socket.on('connect', () =>
      socket.write(`${method} ${path} HTTP/${version}\r\n${lines.join('')}\r\n${body}`),
    );
  });
}

function read(text: string): Answered {
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(text) ?? [];
  if (status === undefined) return NOTHING;
  const end = text.indexOf('\r\n\r\n');
  return { status: Number(status), headers: text.slice(0, end), body: text.slice(end + 4) };
}
