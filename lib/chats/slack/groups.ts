import type { Clock } from '../../platform/clock.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { SlackAnswer, SlackApi } from './api.ts';

/** `unknown`: Slack cannot be asked, and what it last said is too old. Treated as not allowed. */
export type IsGroupMember = ChatDirectory['isMember'];

export interface GroupMembersParts {
  readonly api: SlackApi;
  readonly clock: Clock;
  /** As configured. A token of an organization is for many workspaces, and Slack wants to know which of them has the group. */
  readonly teamIds?: readonly string[] | undefined;
  /** How long an answer is taken without asking again: how long an analyst who left the group may still decide. */
  readonly ttlMs?: number | undefined;
  /** The same while Slack cannot be asked. */
  readonly staleOkMs?: number | undefined;
}

interface Group {
  /** Null when it was never read. */
  members: ReadonlySet<string> | null;
  readAtMs: number;
  notBeforeMs: number;
  noRight: boolean;
  reading: Promise<void> | null;
}

/** After a failure: the next click does not have to wait for the same timeout. */
const RETRY_MS = 5_000;

/** Who is in a user group, remembered for a while. Calls at the same time share one request. */
export function createGroupMembers({
  api,
  clock,
  teamIds = [],
  ttlMs = 5 * MINUTE_MS,
  staleOkMs = 30 * MINUTE_MS,
}: GroupMembersParts): IsGroupMember {
  const groups = new Map<string, Group>();
  const workspaces = teamIds.filter((id) => id.startsWith('T'));

  return async function isGroupMember(groupId, userId) {
    const group = groups.get(groupId) ?? { ...NEVER_READ };
    groups.set(groupId, group);
    if (!isYoung(group, ttlMs) && clock.now() >= group.notBeforeMs) {
      group.reading ??= read(groupId, group).finally(() => {
        group.reading = null;
      });
      await group.reading;
    }
    if (group.noRight) return 'no-right';
    if (!group.members || !isYoung(group, Math.max(ttlMs, staleOkMs))) return 'unknown';
    return group.members.has(userId) ? 'yes' : 'no';
  };

  function isYoung({ members, readAtMs }: Group, limitMs: number): boolean {
    return members !== null && clock.now() - readAtMs < limitMs;
  }

  /** The answer of the workspace that has the group; of the last one when none has. */
  async function ask(usergroup: string): Promise<SlackAnswer> {
    const askIn = (teamId?: string): Promise<SlackAnswer> =>
      api
        .call('usergroups.users.list', { usergroup, team_id: teamId })
        .catch((error: unknown): SlackAnswer => ({ is: 'failed', reason: String(error) }));
    let answer = await askIn(workspaces[0]);
    for (const teamId of workspaces.slice(1)) {
      if (!isNoSuchGroup(answer)) return answer;
      answer = await askIn(teamId);
    }
    return answer;
  }

  async function read(groupId: string, group: Group): Promise<void> {
    // The moment of asking: what changes while Slack answers must not count as known.
    const askedAtMs = clock.now();
    const answer = await ask(groupId);
    group.noRight = answer.is === 'refused' && answer.code === 'missing_scope';
    const users = answer.is === 'ok' ? answer.body.users : undefined;
    if (Array.isArray(users) && users.every((user) => typeof user === 'string')) {
      group.members = new Set(users);
      group.readAtMs = askedAtMs;
    } else if (isNoSuchGroup(answer)) {
      // An answer, not a failure: a group that was taken away has nobody in it.
      group.members = new Set();
      group.readAtMs = askedAtMs;
    } else {
      group.notBeforeMs = clock.now() + (answer.is === 'busy' ? answer.retryAfterMs : RETRY_MS);
    }
  }
}

const isNoSuchGroup = (answer: SlackAnswer): boolean =>
  answer.is === 'refused' && NO_SUCH_GROUP.has(answer.code);

const NEVER_READ: Group = { members: null, readAtMs: 0, notBeforeMs: 0, noRight: false, reading: null };
const NO_SUCH_GROUP = new Set(['no_such_subteam', 'subteam_not_found']);
