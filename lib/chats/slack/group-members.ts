import type { Clock } from '../../base/clock.ts';
import { type Asked, createRememberedAnswers } from '../../base/remembered-people.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { SlackAnswer, SlackApi } from './api.ts';
import { notSaid } from './outsiders.ts';

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

/** Who is in a user group, as Slack says, remembered for a while. */
export function createGroupMembers({
  api,
  teamIds = [],
  ...remembering
}: GroupMembersParts): ChatDirectory['isMember'] {
  const workspaces = teamIds.filter((id) => id.startsWith('T'));

  /** The answer of the workspace that has the group; of the last one when none has. */
  async function ask(usergroup: string): Promise<SlackAnswer> {
    const askIn = (teamId?: string) => api.call('usergroups.users.list', { usergroup, team_id: teamId });
    let answer = await askIn(workspaces[0]);
    for (const teamId of workspaces.slice(1)) {
      if (!isNoSuchGroup(answer)) return answer;
      answer = await askIn(teamId);
    }
    return answer;
  }

  const membersOf = createRememberedAnswers<ReadonlySet<string>>({
    async ask(groupId): Promise<Asked<ReadonlySet<string>>> {
      const answer = await ask(groupId);
      // An answer, not a failure: a group that was taken away has nobody in it.
      if (isNoSuchGroup(answer)) return { is: 'known', value: new Set() };
      const users = answer.is === 'ok' ? answer.body.users : undefined;
      const isRead = Array.isArray(users) && users.every((user) => typeof user === 'string');
      return isRead ? { is: 'known', value: new Set(users) } : notSaid(answer);
    },
    ...remembering,
  });

  return async function isGroupMember(groupId, userId) {
    const members = await membersOf(groupId);
    if (typeof members === 'string') return members;
    return members.value.has(userId) ? 'yes' : 'no';
  };
}

const isNoSuchGroup = (answer: SlackAnswer): boolean =>
  answer.is === 'refused' && NO_SUCH_GROUP.has(answer.code);

const NO_SUCH_GROUP = new Set(['no_such_subteam', 'subteam_not_found']);
