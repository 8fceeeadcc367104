import http from 'node:http';
import https from 'node:https';

export interface AwsAnswer {
  readonly status: number;
  readonly body: string;
}

export type AwsExchange = (headers: Record<string, string>, body: string) => Promise<AwsAnswer>;

/** Posts to one address on kept-alive connections. Throws when no whole answer came in time. */
export function createAwsExchange(url: URL, timeoutMs: number): AwsExchange {
  const secure = url.protocol === 'https:';
  const { request, Agent } = secure ? https : http;
  const settings = {
    method: 'POST',
    // As `request` wants an address of version 6.
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: '/',
    agent: new Agent({ keepAlive: true }),
  };

  return (headers, body) =>
    new Promise<AwsAnswer>((resolve, reject) => {
      const outgoing = request({
        ...settings,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      const timer = setTimeout(() => outgoing.destroy(new LateError()), timeoutMs);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (part: string) => {
          text += part;
        });
        incoming.on('error', fail);
        incoming.on('end', () => {
          clearTimeout(timer);
          resolve({ status: incoming.statusCode ?? 0, body: text });
        });
      });
      outgoing.end(body);
    });
}

/** By the name that stands for it elsewhere. */
class LateError extends Error {
  override readonly name = 'TimeoutError';
}
