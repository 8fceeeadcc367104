import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnsweredRequest } from './access-log.ts';
import { type Answer, type AnsweringOptions, readBody, startAnsweringServer } from './answering-server.ts';
import type { LocalFunction } from './function-pool.ts';
import { httpAnswer, httpEvent, httpMessage, type MatchedRoute } from './http-event.ts';

export interface HttpRoute {
  /** `POST /slack/events`, `ANY /{proxy+}` or `$default`. */
  readonly routeKey: string;
  readonly target: LocalFunction;
  /** Whether the permission on the function lets this API call it. */
  allowed(): boolean;
  readonly timeoutMs: number;
  /** Whether one more request may pass now. */
  admit(): boolean;
  /** Only for callers who sign as somebody of the account. Nobody does so here, so nobody may enter. */
  readonly signedOnly: boolean;
}

export interface HttpApiSettings {
  readonly apiId: string;
  readonly account: string;
  readonly routes: readonly HttpRoute[];
  /** Called for every answered request. */
  readonly onAnswered: (request: AnsweredRequest) => void;
}

/** API Gateway accepts no more. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** An HTTP API on this machine. It has its address before its routes, because functions need to know the address. */
export async function startHttpApi(options: Pick<AnsweringOptions, 'port' | 'guard'> = {}) {
  let settings: HttpApiSettings | undefined;

  async function answer(incoming: IncomingMessage): Promise<Answer> {
    if (!settings) return unread(incoming, 404, 'Not Found');
    const startedAt = performance.now();
    const { method = 'GET', url: target = '/' } = incoming;
    const found = findRoute(settings.routes, method, target.replace(/\?.*/s, ''));
    const given = found ? await pass(incoming, found, settings) : unread(incoming, 404, 'Not Found');
    settings.onAnswered({
      routeKey: found?.route.routeKey,
      sourceIp: incoming.socket.remoteAddress ?? '',
      status: given.status,
      latencyMs: performance.now() - startedAt,
    });
    return given;
  }

  const server = await startAnsweringServer(answer, options);
  return {
    ...server,
    open(opened: HttpApiSettings): void {
      settings = opened;
    },
  };
}

export type HttpApi = Awaited<ReturnType<typeof startHttpApi>>;

/** Answers before the body has arrived: nothing of the request is read. */
function unread(incoming: IncomingMessage, status: number, message: string): Answer {
  incoming.resume();
  return httpMessage(status, message);
}

/** The limit comes first, as in API Gateway: requests beyond it reach nothing. */
async function pass(
  incoming: IncomingMessage,
  { route, matched }: { route: HttpRoute; matched: MatchedRoute },
  settings: HttpApiSettings,
): Promise<Answer> {
  if (!route.admit()) return unread(incoming, 429, 'Too Many Requests');
  if (route.signedOnly) return unread(incoming, 403, 'Forbidden');
  const body = await readBody(incoming, MAX_BODY_BYTES);
  if (!body) return httpMessage(413, 'Request Entity Too Large');
  if (!route.allowed()) return httpMessage(500, 'Internal Server Error');
  const { method = 'GET', url: target = '/', headers, socket } = incoming;
  const call = { method, target, headers, body, sourceIp: socket.remoteAddress ?? '' };
  const late = sleep(route.timeoutMs, undefined, { ref: false });
  const outcome = await Promise.race([
    route.target.invoke(httpEvent(call, matched, settings), 'refuse'),
    late,
  ]);
  if (!outcome) return httpMessage(503, 'Service Unavailable');
  if (outcome.ok) return httpAnswer(outcome.value);
  const throttled = outcome.errorType === 'TooManyRequestsException';
  return throttled ? httpMessage(503, 'Service Unavailable') : httpMessage(500, 'Internal Server Error');
}

/** A full match before a greedy one, a named method before any, and `$default` last: as in API Gateway. */
export function findRoute<Route extends { readonly routeKey: string }>(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; matched: MatchedRoute } | undefined {
  const rank = ({ routeKey }: Route) =>
    routeKey === '$default'
      ? 9
      : (routeKey.includes('+}') ? 4 : 0) +
        (routeKey.includes('{') ? 2 : 0) +
        (routeKey.startsWith('ANY ') ? 1 : 0);
  for (const route of [...routes].sort((left, right) => rank(left) - rank(right))) {
    const pathParameters = matchRoute(route.routeKey, method, path);
    if (pathParameters) return { route, matched: { routeKey: route.routeKey, pathParameters } };
  }
  return undefined;
}

function matchRoute(routeKey: string, method: string, path: string): Record<string, string> | undefined {
  if (routeKey === '$default') return {};
  const [wanted, pattern = ''] = routeKey.split(' ');
  if (wanted !== 'ANY' && wanted !== method) return undefined;
  const names: string[] = [];
  const source = pattern
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      const greedy = part.endsWith('+}');
      names.push(part.slice(1, greedy ? -2 : -1));
      return greedy ? '(.+)' : '([^/]+)';
    })
    .join('');
  const found = new RegExp(`^${source}$`, 's').exec(path);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
}

/** Tokens come back at a steady rate, up to the burst. */
export function createBucket(perSecond: number, burst: number): () => boolean {
  let tokens = burst;
  let at = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - at) / 1_000) * perSecond);
    at = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
