import type { Sentence } from '../../case/sentence.ts';
import type { CaseList } from './case-list.ts';
import type { Hunting } from './case-story.ts';

/** What a command is answered with, before a chat renders it. Only the person who asked sees it. */
export interface CommandAnswer {
  readonly title: Sentence;
  readonly parts: readonly AnswerPart[];
  /** What can be pressed to see more. */
  readonly more: readonly More[];
  /** Cases that can be decided together. */
  readonly several?: CaseList | undefined;
}

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

export interface More {
  /** Words of ours. */
  readonly label: string;
  readonly page: CommandPage;
}

/** Where a list goes on: the command as it was typed, and behind which item of which domain. */
export interface CommandPage {
  readonly text: string;
  readonly domain: string;
  readonly after: string;
}

/** An answer of one sentence. */
export const plainAnswer = (...title: Sentence): CommandAnswer => ({ title, parts: [], more: [] });
