/** How a command is written and what it tells, in the words of every chat. */
export interface CommandUsage<Name extends string = string> {
  readonly name: Name;
  /** What follows the name. */
  readonly takes: string;
  readonly tells: string;
}

export const COMMANDS_DESCRIPTION = 'Ask about cases, threats and people. Only you see the answer.';

/** All commands, in the order in which they are explained. */
export const COMMANDS = [
  { name: 'case', takes: 'ID', tells: 'where a case stands, what it is about, and its evidence' },
  { name: 'cases', takes: '[STATE] [TYPE] [EMAIL]', tells: 'cases in the platform' },
  { name: 'decide', takes: 'EMAIL', tells: 'the open cases of a person, to decide several at once' },
  {
    name: 'threats',
    takes: '[EMAIL] [CATEGORY] [source:NAME]',
    tells: 'threats in the platform',
  },
  { name: 'who', takes: 'EMAIL or NAME', tells: 'who someone is: role, access, usual behavior' },
  { name: 'nhi', takes: 'NAME or ID', tells: 'a service identity: what it is for and what it can do' },
  { name: 'integration', takes: 'TYPE', tells: 'whether a connector works' },
  { name: 'drift', takes: 'ID', tells: 'what changed in how someone works' },
  { name: 'hunt', takes: 'CASE or EVENT', tells: 'queries that find its events in the logs' },
  {
    name: 'mute',
    takes: 'person|type|category|source|route NAME [critical] 2h because WHY',
    tells: 'hides new items from the chats for a while; without "because", shows what it would have hidden',
  },
  {
    name: 'mutes',
    takes: '[ID [approve|decline]]',
    tells: 'what is muted, or what one mute hid',
  },
  { name: 'unmute', takes: 'ID', tells: 'ends a mute, and says how much it hid' },
  {
    name: 'proposals',
    takes: '[ID mute|no]',
    tells: 'mutes that the bridge proposes; accept or reject them',
  },
  { name: 'mine', takes: '', tells: 'cases you have, or decided in the last 7 days' },
  { name: 'status', takes: '', tells: 'whether the bridge is healthy' },
  { name: 'help', takes: '', tells: 'this list' },
] as const satisfies readonly CommandUsage[];

export type CommandName = (typeof COMMANDS)[number]['name'];

/** `cases [STATE] [TYPE] [EMAIL]` */
export const usageOf = ({ name, takes }: CommandUsage): string => (takes === '' ? name : `${name} ${takes}`);
