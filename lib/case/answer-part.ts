import type { Sentence } from './sentence.ts';

/** As in a sentence, plain strings are ours, and the chat escapes text from outside. */
export type AnswerPart =
  | { readonly is: 'heading'; readonly words: Sentence }
  | { readonly is: 'lines'; readonly lines: readonly Sentence[] }
  /** `columns`: of the cells, for a chat that shows the list as a table. */
  | {
      readonly is: 'list';
      readonly items: readonly ListedItem[];
      readonly columns?: readonly string[] | undefined;
    }
  /** A longer text from outside, which the chat escapes. */
  | { readonly is: 'text'; readonly text: string }
  /** The chat shows all of them: the answer holds only as many queries as fit. */
  | { readonly is: 'hunting'; readonly queries: readonly Hunting[] };

export interface ListedItem {
  readonly words: Sentence;
  /** Its page in the platform. */
  readonly link?: string | null | undefined;
  /** The same in cells, what it is about first. */
  readonly cells?: readonly Sentence[] | undefined;
}

/** A query ready to copy, with a link to open it where the configuration names a place for that. */
export interface Hunting {
  /** `SigninLogs` */
  readonly name: string;
  readonly query: string;
  /** How many source events the query finds. */
  readonly events: number;
  readonly link: HuntingLink | null;
}

export interface HuntingLink {
  /** `Defender` */
  readonly place: string;
  readonly url: string;
}
