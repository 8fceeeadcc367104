import type { ChatDirectory } from '../../verdict/authorize.ts';
import { createGroupMembers, type GroupMembersParts } from './group-members.ts';
import { createOutsiders, type OutsidersParts } from './outsiders.ts';

/** What Slack says about its people. */
export function slackDirectory(parts: OutsidersParts & GroupMembersParts): ChatDirectory {
  return { isMember: createGroupMembers(parts), ...createOutsiders(parts) };
}
