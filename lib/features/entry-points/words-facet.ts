import type { Sentence } from '../../case/sentence.ts';
import type { CommandName } from '../../chats/document/command-list.ts';

/** What a command takes, read from what follows its name: null where it is not written so, or a sentence that says why. */
export type ReadTakes = (words: readonly string[]) => object | Sentence | null;

/** How the commands of a feature are read: by the function that takes them, and again by the one that answers. */
export type WordsFacet = Readonly<Partial<Record<CommandName, ReadTakes>>>;
