import type { Clock } from '../../base/clock.ts';
import type { HttpAnswer, Transport } from '../../base/http/http-transport.ts';
import { redactor } from '../../base/http/redactor.ts';
import { secretAddress } from '../../base/http/secret-address.ts';
import type { Asked } from '../../base/remembered-people.ts';
import { ANSWER_BYTES, callChat, JSON_BODY } from '../../outbox/chat-call.ts';
import type { TeamsToken } from './bot-token.ts';
import type { TeamsCloud } from './clouds.ts';
import { TeamsSetupError } from './refusals.ts';

export interface GraphParts {
  readonly cloud: Pick<TeamsCloud, 'graphUrl'>;
  /** For Graph: the one for the connector opens nothing there. */
  readonly token: TeamsToken;
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

export interface GraphRequest {
  /** Behind `/v1.0/`; or a whole address of Graph, as it gives for the next page. */
  readonly path: string;
  /** Posted; asked for without one. */
  readonly body?: object | undefined;
  readonly timeoutMs?: number | undefined;
  readonly mostBytes?: number | undefined;
  /** Another token is asked for with these: it may have been withdrawn, or be from before a consent. */
  readonly renewOn: readonly number[];
}

/** One call to Microsoft Graph, with the application's own token. */
export type GraphCall = (
  request: GraphRequest,
) => Promise<HttpAnswer | Extract<Asked<never>, { is: 'failed' }>>;

export function createGraphCall({
  cloud,
  token,
  transport,
  timeoutMs: usualMs = 2_000,
}: GraphParts): GraphCall {
  // Checked before there is a token, because a token must never go anywhere else.
  const base = secretAddress(cloud.graphUrl);
  if (!base) throw new TeamsSetupError('the address of Microsoft Graph must be an https address');
  const root = `${base.href.replace(/\/+$/, '')}/v1.0/`;

  async function send(url: URL, request: GraphRequest, renew: boolean): ReturnType<GraphCall> {
    const { body, timeoutMs = usualMs, mostBytes = ANSWER_BYTES } = request;
    const granted = await token.get(renew);
    if (granted.is === 'busy') return { is: 'failed', retryAfterMs: granted.retryAfterMs };
    if (granted.is !== 'ok') return { is: 'failed' };
    const answer = await callChat<HttpAnswer>(
      transport,
      {
        method: body ? 'POST' : 'GET',
        url,
        headers: { authorization: `Bearer ${granted.token}`, ...(body && JSON_BODY) },
        ...(body && { body: JSON.stringify(body) }),
        timeoutMs,
        mostBytes,
      },
      (answer) => answer,
      redactor(granted.token),
    );
    return 'is' in answer ? { is: 'failed' } : answer;
  }

  return async (request) => {
    const { path, renewOn } = request;
    const url = new URL(path.startsWith('https://') || path.startsWith('http://') ? path : `${root}${path}`);
    if (!url.href.startsWith(root)) return { is: 'failed' };
    const first = await send(url, request, false);
    return 'status' in first && renewOn.includes(first.status) ? send(url, request, true) : first;
  };
}
