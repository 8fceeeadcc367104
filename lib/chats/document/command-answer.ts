import type { AnswerPart } from '../../case/answer-part.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { CaseList } from './bulk-list.ts';

/** What a command is answered with, before a chat renders it. Only the person who asked sees it. */
export interface CommandAnswer {
  readonly title: Sentence;
  readonly parts: readonly AnswerPart[];
  /** What can be pressed to see more. */
  readonly more: readonly More[];
  /** Cases that can be decided together. */
  readonly bulk?: CaseList | undefined;
  /** Only says that the bridge is looking: the answer follows. */
  readonly isInterim?: true | undefined;
}

export interface More {
  /** Words of ours. */
  readonly label: string;
  readonly page: CommandPage;
}

/** Where a list goes on: the command as the person typed it, and the last item that it showed of which domain. */
export interface CommandPage {
  readonly text: string;
  readonly domain: string;
  readonly after: string;
}

/** An answer of one sentence. */
export const plainAnswer = (...title: Sentence): CommandAnswer => ({ title, parts: [], more: [] });
