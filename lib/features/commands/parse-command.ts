import { clean } from '../../base/text/clean-text.ts';
import type { Sentence } from '../../case/sentence.ts';
import { COMMANDS, type CommandName, usageOf } from '../../chats/document/command-list.ts';
import { nearest } from '../../config/schema/nearest.ts';
import type { WordsFacet } from '../entry-points/words-facet.ts';

export type Parsed =
  /** `domain`: the one that the command names. */
  | {
      readonly is: 'command';
      readonly name: CommandName;
      /** The arguments, as they were read. */
      readonly takes: object;
      readonly domain: string | null;
    }
  | { readonly is: 'mistake'; readonly words: Sentence };

/** Longer than any command needs, and short enough for a button. */
export const LONGEST_COMMAND = 300;

/** Reads what a person typed behind `/posture`. `domains`: those that they may ask about, and no others. */
export function parseCommand(text: string, domains: readonly string[], readers: WordsFacet): Parsed {
  if (text.length > LONGEST_COMMAND) return mistake(`A command has at most ${LONGEST_COMMAND} characters.`);
  const [first = 'help', ...words] = wordsIn(text);
  const usage = COMMANDS.find(({ name }) => name === first.toLowerCase());
  const read = usage && readers[usage.name];
  if (!read) return unknownCommand(first, readers);
  const { rest, domain } = takeDomain(words.map(unquoted), domains);
  const takes = read(rest);
  if (takes === null) return mistake(`Usage: ${usageOf(usage)}. ${SEE_HELP}`);
  return Array.isArray(takes)
    ? mistake(...(takes as Sentence))
    : { is: 'command', name: usage.name, takes, domain };
}

/** In a chat with the bot, people write its name as they would elsewhere. */
const wordsIn = (text: string): readonly string[] =>
  clean(text)
    .replace(/^\/?posture(?= |$)/i, '')
    .split(' ')
    .filter((word) => word !== '');

/** `... in acme` names a domain. One that the person may not ask about is treated like any other word. */
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

const unknownCommand = (word: string, readers: WordsFacet): Parsed => {
  const meant = nearest(word, Object.keys(readers));
  return mistake(
    'There is no command ',
    { said: word },
    `. ${meant ? `Did you mean ${meant}? ` : ''}${SEE_HELP}`,
  );
};

const SEE_HELP = 'Type help for all commands.';
