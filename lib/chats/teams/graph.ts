import * as z from 'zod/mini';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/http/parse-json.ts';
import type { Asked } from '../../base/remembered-people.ts';
import { busyAfter } from '../../outbox/chat-call.ts';
import type { GraphCall } from './graph-call.ts';

/** Microsoft Graph, as far as the bridge asks it anything. One try each. */
export interface Graph {
  /** Those of the groups that somebody is in, also through other groups. */
  memberGroups(userId: string, groupIds: readonly string[]): Promise<Asked<readonly string[]>>;
}

/** Graph takes no more at once. */
const MOST_GROUPS = 20;
const Value = z.looseObject({ value: z.array(z.string()) });

export function createGraph({ call, clock }: { readonly call: GraphCall; readonly clock: Clock }): Graph {
  async function check(userId: string, groupIds: readonly string[]): Promise<Asked<readonly string[]>> {
    const answer = await call({
      path: `users/${encodeURIComponent(userId)}/checkMemberGroups`,
      body: { groupIds },
      renewOn: [401, 403],
    });
    if ('is' in answer) return answer;
    const { status, headers, body } = answer;
    if (status === 429) return { is: 'failed', retryAfterMs: busyAfter(headers, clock.now()).retryAfterMs };
    // An answer, not a failure: whom the tenant does not know is in none of its groups.
    if (status === 404) return { is: 'known', value: [] };
    if (status === 403) return { is: 'failed', noRight: true };
    const read = status === 200 ? Value.safeParse(parseJson(body)).data : undefined;
    return read ? { is: 'known', value: read.value } : { is: 'failed' };
  }

  return {
    async memberGroups(userId, groupIds) {
      const parts = Array.from({ length: Math.ceil(groupIds.length / MOST_GROUPS) }, (_, at) =>
        groupIds.slice(at * MOST_GROUPS, (at + 1) * MOST_GROUPS),
      );
      const answers = await Promise.all(parts.map((some) => check(userId, some)));
      const bad = answers.find((answer) => answer.is === 'failed');
      if (bad) return bad;
      return { is: 'known', value: answers.flatMap((answer) => (answer.is === 'known' ? answer.value : [])) };
    },
  };
}
