import type { Sentence } from '../../case/sentence.ts';
import type { CommandName } from '../../chats/document/command-list.ts';

/** Reads the arguments of a command. Null, or a sentence that says why, if they are not written as they should be. */
export type ReadTakes = (words: readonly string[]) => object | Sentence | null;

/** How the commands of a feature are read: by the function that takes them, and again by the one that answers. */
export type WordsFacet = Readonly<Partial<Record<CommandName, ReadTakes>>>;
