import type { Answer } from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import type { Content } from '../case/message-content.ts';
import type { PersonaNote } from '../case/persona-note.ts';
import type { CameHere } from '../case/steps-shown-at.ts';

/** What a place knows of the changes of a case. */
export interface KnowsChange {
  readonly record?: Pick<CaseRecord, 'changes'> | null | undefined;
  /** The number of the last change that the message knew when it was posted; undefined before that. */
  readonly knewChange?: number | undefined;
  readonly notes?: Readonly<Record<string, unknown>> | undefined;
}

/** What a renderer has to know of a delivery. */
export interface ToRender extends KnowsChange, CameHere {
  readonly key: { readonly domain: string; readonly destination: string };
  readonly content: Content;
  /** The message under which it goes. There each of its notes says which item it is about. */
  readonly thread?: object | null | undefined;
  /** What the renderer asked to remember the last time. */
  readonly memory: unknown;
  /** The line for notifications says nothing of people: it stands on locked screens. */
  readonly quiet?: boolean | undefined;
  /** Of a case: what is known of it. Kept in no row of a delivery. */
  readonly record?: CaseRecord | null | undefined;
  /** How severe it was when its message was posted, as a rank: the smaller, the worse. */
  readonly knewRank?: number | undefined;
  /** Who the case is about, as far as the platform has said and nobody was told yet: kept in no row of a delivery. */
  readonly personas?: readonly PersonaNote[] | undefined;
  /** The same, as the message says it since it was posted. */
  readonly saysWho?: PersonaNote | undefined;
  /** Null before it is posted: a message may say then who the case is about. */
  readonly main?: object | null | undefined;
}

/** One message in the thread of a case. It is posted once, under its key. */
export interface Note<Message> {
  readonly key: string;
  readonly message: Message;
}

export interface Rendered<Message> {
  readonly main: { readonly message: Message; readonly hash: string };
  /** Whether the message says who its case is about, so that no note has to. */
  readonly saysWho?: boolean | undefined;
  /** What belongs into its thread, in order. */
  readonly notes: readonly Note<Message>[];
  /** To be remembered once all of it is shown. */
  readonly memory: unknown;
}

/** How a chat shows things. Pure: the same content and answer always give the same messages. */
export interface Renderer<Message> {
  render(shown: ToRender, answer: Answer | null): Rendered<Message>;
}
