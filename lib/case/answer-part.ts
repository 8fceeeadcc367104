import type { Sentence } from './sentence.ts';

/** As in a sentence: plain strings are ours, and what comes from outside is made safe by the chat. */
export type AnswerPart =
  | { readonly is: 'heading'; readonly words: Sentence }
  | { readonly is: 'lines'; readonly lines: readonly Sentence[] }
  | { readonly is: 'list'; readonly items: readonly ListedItem[] }
  /** A longer text from outside. */
  | { readonly is: 'text'; readonly text: string }
  /** All of them are shown: an answer has as many as fit. */
  | { readonly is: 'hunting'; readonly queries: readonly Hunting[] };

export interface ListedItem {
  readonly words: Sentence;
  /** Where it is opened in the platform. */
  readonly link?: string | null | undefined;
}

/** A query that is ready to be copied, and opened where the configuration says where. */
export interface Hunting {
  /** `SigninLogs` */
  readonly name: string;
  readonly query: string;
  /** How many source events it finds. */
  readonly events: number;
  readonly link: HuntingLink | null;
}

export interface HuntingLink {
  /** `Defender` */
  readonly place: string;
  readonly url: string;
}
