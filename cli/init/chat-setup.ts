import type { BridgeInput } from '../../lib/config/define-bridge.ts';
import type { Flags } from '../frame/definition.ts';

/** Something that init needs to know, from a flag or from an answer. */
export interface Question {
  /** The flag that answers it. */
  readonly flag: string;
  readonly asks: string;
  /** What applies without an answer; an empty text if the answer is optional. */
  readonly otherwise?: string;
  /** Why an answer is not valid; null if it is. */
  problem(answer: string): string | null;
}
export type Answers = Readonly<Record<string, string>>;

/** A file that init writes next to the configuration. */
export interface WrittenFile {
  readonly name: string;
  /** What it is for. */
  readonly for: string;
  readonly content: string | Buffer;
}

/** What init needs to know about one chat, so that it names none itself. */
export interface ChatSetup {
  readonly chat: string;
  readonly flags: Flags;
  /** Its flags as a person would type them. */
  readonly example: string;
  readonly questions: readonly Question[];
  /** Its part of the configuration. */
  input(answers: Answers): {
    readonly app: object;
    readonly destinations: BridgeInput['destinations'];
    /** Who may decide there; null for anyone in the channel. */
    readonly allow: object | null;
  };
  /** The further files it needs, once the configuration is known to be valid. */
  files(config: unknown): readonly WrittenFile[];
  /** The variables that npm start reads to use the real chat. */
  readonly variables: readonly string[];
  /** What to do before deploying. */
  readonly before: readonly string[];
  /** Where people find its secrets, by their names in the configuration. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What to do after deploying: a line, and lines to copy. `command` adds the flags that a command needs. */
  after(answers: Answers, command: (words: string) => string): readonly string[][];
  /** How the chat learns its address, by the outputs of a stack: a line, and a line to copy. Empty if it is not deployed. */
  address(outputs: Readonly<Record<string, string>>, command: (words: string) => string): readonly string[];
}

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');

/** Ids with commas between them, or `anyone`. */
export const peopleIn = (text: string): string[] | null => (text === 'anyone' ? null : listOf(text));

export const eachIs =
  (pattern: RegExp, wanted: string) =>
  (answer: string): string | null => {
    const all = peopleIn(answer);
    if (all === null) return null;
    return all.length > 0 && all.every((one) => pattern.test(one))
      ? null
      : `${wanted}, with commas between them, or anyone`;
  };
export const unlessEmpty =
  (problem: Question['problem']): Question['problem'] =>
  (answer) =>
    answer === '' ? null : problem(answer);
export const is =
  (pattern: RegExp, wanted: string) =>
  (answer: string): string | null =>
    pattern.test(answer) ? null : wanted;
