import type { Sentence } from '../case/sentence.ts';
import { COMMANDS, type CommandName, usageOf } from '../chats/shared/command-list.ts';
import { readDuration } from '../config/schema/duration.ts';
import { nearest } from '../config/schema/nearest.ts';
import type { Mutable } from '../features/mutes/mute.ts';
import { clean } from '../platform/text/clean-text.ts';
import { CASE_STATES, THREAT_TYPES } from '../posture/schemas/case.ts';
import { isUuid } from '../posture/schemas/uuid.ts';
import type { Command, CommandOf } from './desk/command.ts';

export type Parsed =
  /** `domain`: the one that the command names. */
  | { readonly is: 'command'; readonly command: Command; readonly domain: string | null }
  | { readonly is: 'mistake'; readonly words: Sentence };

/** More than any of them needs, and so little that it fits into a button. */
export const LONGEST_COMMAND = 300;

/** Reads what a person typed behind `/posture`. `domains`: those that they may ask about, and no others. */
export function parseCommand(text: string, domains: readonly string[]): Parsed {
  if (text.length > LONGEST_COMMAND) return mistake(`A command has at most ${LONGEST_COMMAND} characters.`);
  const [first = 'help', ...words] = wordsIn(text);
  const name = COMMANDS.find((one) => one.name === first.toLowerCase())?.name;
  if (name === undefined) return unknownCommand(first);
  const { rest, domain } = takeDomain(words.map(unquoted), domains);
  const read = READERS[name](rest);
  return 'is' in read ? { is: 'command', command: read, domain } : { is: 'mistake', words: read };
}

/** In a chat with the bot, people write its name as they would elsewhere. */
const wordsIn = (text: string): readonly string[] =>
  clean(text)
    .replace(/^\/?posture(?= |$)/i, '')
    .split(' ')
    .filter((word) => word !== '');

/** A command, or what is wrong with it. */
type Reader = (words: readonly string[]) => Command | Sentence;

const READERS: Readonly<Record<CommandName, Reader>> = {
  case: withId('case'),
  hunt: withId('hunt'),
  drift: withId('drift'),
  who: withSearch('who'),
  nhi: withSearch('nhi'),
  integration: ([type, ...more]) =>
    type === undefined || more.length > 0 ? missing('integration') : { is: 'integration', type },
  cases: readCases,
  decide: ([email, ...more]) =>
    email?.includes('@') && more.length === 0 ? { is: 'decide', email } : missing('decide'),
  threats: readThreats,
  mute: readMute,
  mutes: ([id, ...more]) => (more.length > 0 ? missing('mutes') : { is: 'mutes', id: id ?? null }),
  unmute: ([id, ...more]) => (id === undefined || more.length > 0 ? missing('unmute') : { is: 'unmute', id }),
  proposals: readProposals,
  mine: () => ({ is: 'mine' }),
  status: () => ({ is: 'status' }),
  help: () => ({ is: 'help' }),
};

function withId(is: 'case' | 'hunt' | 'drift'): Reader {
  return ([id, ...more]) => (id === undefined || more.length > 0 ? missing(is) : { is, id });
}

function withSearch(is: 'who' | 'nhi'): Reader {
  return (words) => (words.length === 0 ? missing(is) : { is, search: words.join(' ') });
}

function readCases(words: readonly string[]): Command | Sentence {
  let command: CommandOf<'cases'> = { is: 'cases' };
  for (const word of words) {
    const name = word.toLowerCase().replaceAll('-', '_');
    const state = CASE_STATES.find((one) => one === name);
    const threatType = THREAT_TYPES.find((one) => one === name);
    if (word.includes('@')) command = { ...command, email: word };
    else if (state) command = { ...command, state };
    else if (threatType) command = { ...command, threatType };
    else return unknownFilter(word, name);
  }
  return command;
}

function readThreats(words: readonly string[]): Command {
  let command: CommandOf<'threats'> = { is: 'threats' };
  const category: string[] = [];
  for (const word of words) {
    const source = /^source:(.+)$/i.exec(word)?.[1];
    if (word.includes('@')) command = { ...command, email: word };
    else if (source !== undefined) command = { ...command, source };
    else if (isUuid(word)) command = { ...command, tuid: word };
    else category.push(word.replace(/^category:/i, ''));
  }
  return category.length === 0 ? command : { ...command, category: category.join(' ') };
}

const FIELDS: Readonly<Record<string, Mutable>> = {
  person: 'user',
  user: 'user',
  type: 'threatType',
  category: 'category',
  source: 'source',
  route: 'route',
  rule: 'route',
};

/** `person anna@acme.com critical 2h because she travels` */
function readMute(words: readonly string[]): Command | Sentence {
  const at = words.findIndex((word) => word.toLowerCase() === 'because');
  const [kind = '', ...what] = at === -1 ? words : words.slice(0, at);
  const reason = at === -1 ? null : words.slice(at + 1).join(' ');
  const field = Object.hasOwn(FIELDS, kind.toLowerCase()) ? FIELDS[kind.toLowerCase()] : undefined;
  const forMs = readDuration(what.at(-1) ?? '');
  const critical = what.at(-2)?.toLowerCase() === 'critical';
  const value = what.slice(0, critical ? -2 : -1).join(' ');
  if (field === undefined || forMs === null || value === '' || reason === '') return missing('mute');
  const name = field === 'threatType' ? value.toLowerCase().replaceAll(/[ -]/g, '_') : value;
  return { is: 'mute', field, value: name, critical, forMs, reason };
}

/** `3f2a91bc mute` */
function readProposals([id, choice, ...more]: readonly string[]): Command | Sentence {
  if (id === undefined) return { is: 'proposals', id: null, choice: null };
  const chosen = (['mute', 'no'] as const).find((one) => one === choice?.toLowerCase());
  return chosen && more.length === 0
    ? { is: 'proposals', id: id.toLowerCase(), choice: chosen }
    : missing('proposals');
}

/** `... in acme` names a domain. Of one that they may not ask about, nothing is said: it is a word like others. */
function takeDomain(words: readonly string[], domains: readonly string[]) {
  const last = words.at(-1)?.toLowerCase();
  const domain = domains.find((name) => name.toLowerCase() === last);
  const isNamed = domain !== undefined && words.at(-2)?.toLowerCase() === 'in';
  return isNamed ? { rest: words.slice(0, -2), domain } : { rest: words, domain: null };
}

/** Chats put these around what is pasted, and their keyboards bend them. */
const unquoted = (word: string): string =>
  word.replace(/^<(?:mailto:)?([^|>]+)(?:\|[^>]*)?>$/, '$1').replace(/^["'“”‘’`]+|["'“”‘’`]+$/g, '');

const mistake = (...words: Sentence): Parsed => ({ is: 'mistake', words });

const unknownCommand = (word: string): Parsed => {
  const meant = nearest(
    word,
    COMMANDS.map(({ name }) => name),
  );
  return mistake(
    'There is no command ',
    { said: word },
    `. ${meant ? `Did you mean ${meant}? ` : ''}${SEE_HELP}`,
  );
};

function unknownFilter(word: string, name: string): Sentence {
  const meant = nearest(name, [...CASE_STATES, ...THREAT_TYPES]);
  const guess = meant ? ` Did you mean ${meant}?` : '';
  return [
    { said: word },
    ` is no state, type or email.${guess} States: ${CASE_STATES.join(', ')}. Types: ${THREAT_TYPES.join(', ')}.`,
  ];
}

const missing = (name: CommandName): Sentence => {
  const usage = COMMANDS.find((one) => one.name === name);
  return [`It is written so: ${usage ? usageOf(usage) : name}. ${SEE_HELP}`];
};

const SEE_HELP = 'The command help lists them all.';
