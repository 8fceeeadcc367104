import http from 'node:http';
import https from 'node:https';
import { isStale, onFreshSocket } from '../http/stale-socket.ts';
import { AwsError } from './aws-error.ts';

export interface AwsAnswer {
  readonly status: number;
  readonly body: string;
}

/** The longest answer: a secret, a receipt, or a row of the ledger, which can grow to 400 KB in DynamoDB. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const TOO_LARGE = `the answer of AWS is larger than ${MOST_CHARACTERS / 1024 / 1024} MB`;

export interface RequestLine {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
}

export type AwsExchange = (
  headers: Record<string, string>,
  body: string,
  line?: RequestLine,
) => Promise<AwsAnswer>;

const POST: RequestLine = { method: 'POST', path: '/' };

/** Talks to one address on kept-alive connections, of which a stale one is replaced at once. Throws if no complete answer came in time. */
export function createAwsExchange(url: URL, timeoutMs: number): AwsExchange {
  const secure = url.protocol === 'https:';
  const { request, Agent } = secure ? https : http;
  const agent = new Agent({ keepAlive: true });
  const settings = {
    // `request` wants an IPv6 address without brackets.
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    agent,
  };

  const attempt = (headers: Record<string, string>, body: string, line: RequestLine, stale: () => void) =>
    new Promise<AwsAnswer>((resolve, reject) => {
      const outgoing = request({
        ...settings,
        ...line,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      const timer = setTimeout(() => outgoing.destroy(new LateError()), timeoutMs);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      let answered = false;
      outgoing.on('error', (error) => {
        if (!answered && isStale(outgoing, error)) stale();
        fail(error);
      });
      outgoing.on('response', (incoming) => {
        answered = true;
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (part: string) => {
          text += part;
          if (text.length > MOST_CHARACTERS) outgoing.destroy(new AwsError('too_large', TOO_LARGE));
        });
        incoming.on('error', fail);
        incoming.on('end', () => {
          clearTimeout(timer);
          resolve({ status: incoming.statusCode ?? 0, body: text });
        });
      });
      outgoing.end(body);
    });
  // Whoever calls is ready for a call that came twice: it is repeated after other failures too.
  return (headers, body, line = POST) => onFreshSocket(agent, (stale) => attempt(headers, body, line, stale));
}

/** Has the name that the other code uses for timeouts. */
class LateError extends Error {
  override readonly name = 'TimeoutError';
}
