import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { parseJson } from '../../platform/http/parse-json.ts';
import { redactor } from '../../platform/http/redact.ts';
import { secretAddress } from '../../platform/http/secret-address.ts';
import type { HttpAnswer, Transport } from '../../platform/http/transport.ts';
import { ANSWER_BYTES, busyAfter, callChat, JSON_BODY } from '../shared/chat-call.ts';
import type { Asked } from '../shared/remembered-answers.ts';
import type { TeamsCloud } from './clouds.ts';
import { TeamsSetupError } from './errors.ts';
import type { TeamsToken } from './token.ts';

export interface GraphParts {
  readonly cloud: Pick<TeamsCloud, 'graphUrl'>;
  /** For Graph: the one for the connector opens nothing there. */
  readonly token: TeamsToken;
  readonly transport: Pick<Transport, 'send'>;
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

/** Microsoft Graph, as far as the bridge asks it anything. One try each. */
export interface Graph {
  /** Those of the groups that somebody is in, also through other groups. */
  memberGroups(userId: string, groupIds: readonly string[]): Promise<Asked<readonly string[]>>;
}

/** Graph takes no more at once. */
const MOST_GROUPS = 20;
const Value = z.looseObject({ value: z.array(z.string()) });

export function createGraph({ cloud, token, transport, clock, timeoutMs = 2_000 }: GraphParts): Graph {
  // Before there is a token at all: one must never go anywhere else.
  const base = secretAddress(cloud.graphUrl);
  if (!base) throw new TeamsSetupError('the address of Microsoft Graph must be an https address');
  const root = base.href.replace(/\/+$/, '');

  async function tryPost(path: string, body: object, renew: boolean): Promise<HttpAnswer | Asked<never>> {
    const granted = await token.get(renew);
    if (granted.is === 'busy') return { is: 'failed', retryAfterMs: granted.retryAfterMs };
    if (granted.is !== 'ok') return { is: 'failed' };
    const redact = redactor(granted.token);
    const answer = await callChat<HttpAnswer>(
      transport,
      {
        method: 'POST',
        url: new URL(`${root}/v1.0/${path}`),
        headers: { authorization: `Bearer ${granted.token}`, ...JSON_BODY },
        body: JSON.stringify(body),
        timeoutMs,
        mostBytes: ANSWER_BYTES,
      },
      (answer) => answer,
      redact,
    );
    return 'is' in answer ? { is: 'failed' } : answer;
  }

  async function post(path: string, body: object): Promise<HttpAnswer | Asked<never>> {
    const first = await tryPost(path, body, false);
    // It may have been withdrawn before its time, or be from before a consent was given.
    return 'status' in first && (first.status === 401 || first.status === 403)
      ? tryPost(path, body, true)
      : first;
  }

  async function check(userId: string, groupIds: readonly string[]): Promise<Asked<readonly string[]>> {
    const answer = await post(`users/${encodeURIComponent(userId)}/checkMemberGroups`, { groupIds });
    if ('is' in answer) return answer;
    const { status, headers, body } = answer;
    if (status === 429) return { is: 'failed', retryAfterMs: busyAfter(headers, clock.now()).retryAfterMs };
    // An answer, not a failure: whom the tenant does not know is in none of its groups.
    if (status === 404) return { is: 'told', value: [] };
    if (status === 403) return { is: 'failed', noRight: true };
    const read = status === 200 ? Value.safeParse(parseJson(body)).data : undefined;
    return read ? { is: 'told', value: read.value } : { is: 'failed' };
  }

  return {
    async memberGroups(userId, groupIds) {
      const parts = Array.from({ length: Math.ceil(groupIds.length / MOST_GROUPS) }, (_, at) =>
        groupIds.slice(at * MOST_GROUPS, (at + 1) * MOST_GROUPS),
      );
      const answers = await Promise.all(parts.map((some) => check(userId, some)));
      const bad = answers.find((answer) => answer.is === 'failed');
      if (bad) return bad;
      return { is: 'told', value: answers.flatMap((answer) => (answer.is === 'told' ? answer.value : [])) };
    },
  };
}
