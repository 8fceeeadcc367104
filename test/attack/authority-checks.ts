import type { PlantedHole } from './plant-in.ts';

const AUTHORIZE = 'lib/verdict/authorize.ts';
const RULES = 'lib/config/authority.ts';
const SLACK = 'lib/chats/slack/outsiders.ts';
const TEAMS = 'lib/chats/teams/ask-member.ts';

/** Each takes one check away. */
export const AUTHORITY_CHECKS: readonly PlantedHole[] = [
  {
    name: 'whoever is not named may',
    file: AUTHORIZE,
    right: "if (groups.length === 0) return { is: 'denied', because: 'not-named', by };",
    wrong: "if (groups.length === 0) return { is: 'allowed', as: 'named', by, found: NOT_ASKED };",
  },
  {
    name: 'a system is one of two people',
    file: 'lib/verdict/approve-decline-undo.ts',
    right: 'if (isSystem(current.decision.by)) return takeOver(current, click, context);',
    wrong: '',
  },
  {
    name: 'whoever is in no group may',
    file: AUTHORIZE,
    right: "  return { is: 'denied', because: 'not-named', by };\n}",
    wrong: "  return { is: 'allowed', as: 'group', by, found: NOT_ASKED };\n}",
  },
  {
    name: 'a group that nobody knows lets in',
    file: AUTHORIZE,
    right: "if (answers.includes('unknown')) return { is: 'unknown', because: 'group-unknown', by };",
    wrong: "if (answers.includes('unknown')) return { is: 'allowed', as: 'group', by, found: NOT_ASKED };",
  },
  {
    name: 'guests are members',
    file: AUTHORIZE,
    right: "if (answer === 'yes') return { is: 'denied', because: 'guest', by };",
    wrong: "if (answer === 'yes') return allowed;",
  },
  {
    name: 'whom nobody can tell apart is at home',
    file: AUTHORIZE,
    right: "if (answer === 'no') return {",
    wrong: "if (answer === 'no' || answer === 'unknown') return {",
  },
  {
    name: 'what the chat says with the click is not heard',
    file: AUTHORIZE,
    right: "isOutsider ? 'yes' : directory",
    wrong: 'directory',
  },
  {
    name: 'members of a group are not asked whether they are guests',
    file: AUTHORIZE,
    right: "return member.is === 'allowed' ? judgeGuest(request, rule, member, outsider) : member;",
    wrong: 'return member;',
  },
  {
    name: 'people in an open channel are not asked either',
    file: AUTHORIZE,
    right: "where.is === 'allowed' ? judgeGuest(request, rule, where) : where",
    wrong: 'where',
  },
  {
    name: 'any channel is an open one',
    file: AUTHORIZE,
    right: 'itsChannel !== undefined && itsChannel === channelId',
    wrong: 'itsChannel !== undefined',
  },
  {
    name: 'what nobody knows of routes is passed over',
    file: AUTHORIZE,
    right: 'return worst(await judgeAll(request, each.flat()));',
    wrong: 'return best(await judgeAll(request, each.flat()));',
  },
  {
    name: 'routes are not asked for',
    file: RULES,
    right: 'routesTo(config, destination).some(({ verdicts }) => verdicts !== undefined)',
    wrong: 'routesTo(config, destination).length < 0',
  },
  {
    name: 'destinations say nothing',
    file: RULES,
    right: "const there = voiceOf('destination', destination, sayAt(config, destination));",
    wrong: "const there = voiceOf('destination', destination, undefined);",
  },
  {
    name: 'domains say nothing',
    file: RULES,
    right: "const above = voiceOf('domain', domain, ownValue(config.domains, domain)?.verdicts);",
    wrong: "const above = voiceOf('domain', domain, undefined);",
  },
  {
    name: 'the default comes first',
    file: RULES,
    right: 'ruleOf([...there, ...way, ...above, fallback])',
    wrong: 'ruleOf([fallback, ...there, ...way, ...above])',
  },
  {
    name: 'an id counts in every chat',
    file: RULES,
    right: 'idIn(ownValue(people, name), chat) ?? []',
    wrong: 'Object.values(ownValue(people, name) ?? {})',
  },
  {
    name: 'parts that were left out do not matter',
    file: 'lib/routing/routes-sending.ts',
    right: '|| content.trimmed.length > 0',
    wrong: '',
  },
  {
    name: 'parts that were erased do not matter',
    file: 'lib/routing/routes-sending.ts',
    right: ' || shown?.forgotten',
    wrong: '',
  },
  {
    name: 'single-channel guests are none',
    file: SLACK,
    right: 'is_restricted || is_ultra_restricted || is_stranger',
    wrong: 'is_restricted || is_stranger',
  },
  {
    name: 'multi-channel guests are none',
    file: SLACK,
    right: 'if (is_restricted || is_ultra',
    wrong: 'if (is_ultra',
  },
  { name: 'strangers are none', file: SLACK, right: ' || is_stranger || deleted', wrong: ' || deleted' },
  {
    name: 'who was switched off is here',
    file: SLACK,
    right: ' || is_stranger || deleted',
    wrong: ' || is_stranger',
  },
  {
    name: 'every workspace is ours',
    file: SLACK,
    right: 'if (user.team_id !== team_id && !ofOrganization) return true;',
    wrong: '',
  },
  {
    name: 'silence means a member',
    file: SLACK,
    right: 'is_restricted === false && is_ultra_restricted === false ? false : null',
    wrong: 'false',
  },
  {
    name: 'whom Slack does not know is at home',
    file: SLACK,
    right: 'const NOT_SEEN: Known = { outside: true,',
    wrong: 'const NOT_SEEN: Known = { outside: false,',
  },
  {
    name: 'the workspace of who clicks is not read',
    file: 'lib/chats/slack/interaction-workspace.ts',
    right: 'userTeamId !== null &&',
    wrong: 'userTeamId === "" &&',
  },
  {
    name: 'a guest of Teams is a user',
    file: TEAMS,
    right: "if (userRole && !isSame(userRole, 'user')) return true;",
    wrong: '',
  },
  {
    name: 'every tenant is ours',
    file: TEAMS,
    right: 'if (member.tenantId && !isSame(member.tenantId, tenantId)) return true;',
    wrong: '',
  },
  {
    name: 'a guest by name is none',
    file: TEAMS,
    right: 'if (userPrincipalName && /#ext#/i.test(userPrincipalName)) return true;',
    wrong: '',
  },
  {
    name: 'whom the team does not have is in it',
    file: TEAMS,
    right: "return { is: 'known', value: { outside: true,",
    wrong: "return { is: 'known', value: { outside: false,",
  },
  {
    name: 'silence of Teams means a member',
    file: TEAMS,
    right: '? false : null;\n}',
    wrong: '? false : false;\n}',
  },
  {
    name: 'the tenant of who clicks is not read',
    file: 'lib/chats/teams/read-click.ts',
    right: '!!tenantId && tenantId.toLowerCase()',
    wrong: '!tenantId && String(tenantId).toLowerCase()',
  },
  {
    name: 'an answer counts for ever',
    file: 'lib/base/remembered-people.ts',
    right: 'known !== null && clock.now() - known.atMs < limitMs',
    wrong: 'known !== null',
  },
  {
    name: 'everybody is in a group of Slack',
    file: 'lib/chats/slack/group-members.ts',
    right: "members.value.has(userId) ? 'yes' : 'no'",
    wrong: "'yes'",
  },
  {
    name: 'Graph is not asked whether somebody is in it',
    file: 'lib/chats/teams/directory.ts',
    right: ".some((id) => id.toLowerCase() === groupId.toLowerCase()) ? 'yes' : 'no'",
    wrong: ".some((id) => id === groupId) ? 'yes' : 'yes'",
  },
  {
    name: 'one person is two in two chats',
    file: 'lib/verdict/same-person.ts',
    right: "some((key) => keys.has(key))) return 'same';",
    wrong: "some((key) => keys.has(key) && a.surface === b.surface)) return 'same';",
  },
  {
    name: 'whom nobody knows is another person',
    file: 'lib/verdict/same-person.ts',
    right: "first === null || second === null ? 'unknown' : 'other'",
    wrong: "'other'",
  },
  {
    name: 'ids are compared as they are written',
    file: 'lib/verdict/which-person.ts',
    right: 'id.toLowerCase()}`;\n  if (!isChat',
    wrong: 'id}`;\n  if (!isChat',
  },
  {
    name: 'the verdict function takes every group for one of theirs',
    file: 'lib/verdict/reauthorize-click.ts',
    right: "groupId.toLowerCase()) ? 'yes' : 'no'",
    wrong: "groupId.toLowerCase()) ? 'yes' : 'yes'",
  },
  {
    name: 'the verdict function does not hear who is a guest',
    file: 'lib/verdict/reauthorize-click.ts',
    right: "return found.outsider ? 'yes' : 'no';",
    wrong: "return found.outsider ? 'no' : 'no';",
  },
  {
    name: 'the verdict function does not judge',
    file: 'lib/verdict/verdict-handler.ts',
    right: "message.kind === 'post' ? null : await denialOf(message)",
    wrong: 'null',
  },
  {
    name: 'the verdict function judges decisions only',
    file: 'lib/verdict/verdict-handler.ts',
    right: "message.kind === 'post' ? null",
    wrong: "message.kind !== 'decide' ? null",
  },
  {
    name: 'the action function does not judge',
    file: 'lib/chats/presses/judge-press.ts',
    right: 'const allowed = await mayDecide(click, pressed.read.target);',
    wrong: "const allowed = { is: 'allowed', as: 'named' } as never as Allowed;",
  },
];
