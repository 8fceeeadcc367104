import type { ChatDirectory } from '../../verdict/authorize.ts';
import { createGroupMembers, type GroupMembersParts } from './group-members.ts';
import { createOutsiders, type OutsidersParts } from './outsiders.ts';

/** What Slack says about its people. */
export function slackDirectory(parts: OutsidersParts & GroupMembersParts): ChatDirectory {
  const isOutsider = createOutsiders(parts);
  return { isMember: createGroupMembers(parts), isOutsider: (userId) => isOutsider(userId) };
}
