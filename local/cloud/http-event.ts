import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answering-server.ts';

export interface HttpCall {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly sourceIp: string;
}

export interface MatchedRoute {
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Everything else arrives as base64, including forms. */
const PLAIN_TEXT = /^(text\/|application\/(json|javascript|xml)\b|application\/[\w.-]+\+(json|xml)\b)/i;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A request as a function gets it from an HTTP API, payload format 2.0. */
export function httpEvent(
  call: HttpCall,
  { routeKey, pathParameters }: MatchedRoute,
  { apiId, account }: { apiId: string; account: string },
): object {
  const [rawPath = '/', rawQueryString = ''] = call.target.split(/\?(.*)/s);
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`;
  }
  const { cookie, ...others } = call.headers;
  const headers = Object.entries(others).map(([name, value]) => [name, [value].flat().join(',')]);
  const plain =
    call.headers['content-encoding'] === undefined && PLAIN_TEXT.test(call.headers['content-type'] ?? '');
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: Object.fromEntries(headers),
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: account,
      apiId,
      domainName: call.headers.host ?? '',
      domainPrefix: apiId,
      http: {
        method: call.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: call.sourceIp,
        userAgent: call.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now.getTime(),
    },
    ...(call.body.length > 0 && { body: call.body.toString(plain ? 'utf8' : 'base64') }),
    isBase64Encoded: call.body.length > 0 && !plain,
  };
}

/** `12/Mar/2020:19:03:58 +0000`. */
function logTime(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const httpMessage = (status: number, message: string): Answer => ({
  status,
  headers: JSON_TYPE,
  body: Buffer.from(JSON.stringify({ message })),
});

/** What a function returned, as an answer. Without a status it is the body of a success. */
export function httpAnswer(value: unknown): Answer {
  if (typeof value !== 'object' || value === null || !('statusCode' in value)) {
    const body = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return { status: 200, headers: JSON_TYPE, body: Buffer.from(body) };
  }
  const {
    statusCode,
    headers = {},
    cookies,
    body = '',
    isBase64Encoded,
  } = value as {
    statusCode: unknown;
    headers?: Record<string, unknown>;
    cookies?: string[];
    body?: unknown;
    isBase64Encoded?: boolean;
  };
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599 || typeof body !== 'string') {
    return httpMessage(500, 'Internal Server Error');
  }
  const lower = Object.entries(headers).map(([name, one]) => [name.toLowerCase(), String(one)]);
  return {
    status,
    headers: {
      'content-type': 'text/plain;charset=utf-8',
      ...(Object.fromEntries(lower) as Record<string, string>),
      ...(cookies && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}
