import type { Person } from '../../case/answer.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { Mood } from '../../verdict/decision-text.ts';
import type { CaseControl } from './case-controls.ts';
import type { Sign } from './message-sign.ts';

/** What a message says, as plain data. A chat only writes it. */
export interface Document {
  /** The one line for notifications and screen readers, in parts. */
  readonly summary: Summary;
  /** Its summary may hold how a command is typed, with signs that mean something to some chats. */
  readonly isTyped?: true | undefined;
  readonly groups: readonly Group[];
  /** When it happened; null for a moment that is none. */
  readonly atMs?: number | null | undefined;
  readonly footer?: string | undefined;
}

/** Empty parts are left out. `room`: how much of a text from outside is shown, where that is not for the chat to say. */
export type Summary = readonly (readonly (
  | string
  | { readonly said: string; readonly by?: Person | undefined; readonly room?: number }
  | { readonly atMs: number; readonly exact?: true }
)[])[];

/** Blocks that belong together. `mood`: of what was decided. */
export interface Group {
  readonly blocks: readonly Block[];
  readonly mood?: Mood | undefined;
}

/** How far below what stands before it, where a chat has such a choice. */
export type Gap = 'none' | 'small' | 'medium';

export type Style = 'bold' | 'italic' | 'code' | 'subtle';

/**
 * A piece of a line. Plain strings and `ours` are words of the bridge; `said` comes from outside and is made safe by the chat.
 * `or`: our words where there is nothing to see. A moment is shown in the reader's own time; `inLine`: wherever it stands.
 */
export type Span =
  | string
  | { readonly ours: string; readonly style?: Style | undefined; readonly link?: string | null | undefined }
  | {
      readonly said: string | null;
      readonly room: number;
      readonly style?: Style | undefined;
      readonly or?: string | undefined;
      readonly link?: string | null | undefined;
    }
  | {
      readonly atMs: number | null;
      readonly exact?: true | undefined;
      readonly style?: Style | undefined;
      readonly or?: string | undefined;
      readonly inLine?: true | undefined;
    };

/** What stands between two dots of a line. A part one piece of which is missing, like `opened` without its date, is left out whole. */
export type Part = readonly Span[];

/** One of a list, with what is said below it. */
export interface Item {
  readonly parts: readonly Part[];
  readonly isFlagged?: boolean | undefined;
  readonly details?: readonly (readonly Part[])[] | undefined;
}

export type Block =
  /** What it is about, by which a channel can be scanned; `who`: below or beside it. */
  | {
      readonly is: 'head';
      readonly sign?: Sign | undefined;
      readonly title: Part;
      readonly who?: Part | undefined;
    }
  | { readonly is: 'line'; readonly parts: readonly Part[]; readonly gap?: Gap | undefined }
  /** A line of our own words and moments, with nothing from outside. */
  | { readonly is: 'facts'; readonly parts: readonly Part[]; readonly gap?: Gap | undefined }
  /** `byName`: people by the name that the chat itself shows. That is a mention, for messages that are changed and not for new ones. */
  | { readonly is: 'sentence'; readonly words: Sentence; readonly byName?: true }
  | { readonly is: 'caption'; readonly words: string; readonly gap?: Gap | undefined }
  | { readonly is: 'remark'; readonly words: string; readonly gap: Gap }
  | { readonly is: 'items'; readonly items: readonly Item[] }
  /** How often there is what; `more`: of the others. */
  | { readonly is: 'tally'; readonly items: readonly Part[]; readonly more: string | null }
  | { readonly is: 'quote'; readonly text: string | null; readonly room: number }
  /** To be copied as it is. */
  | { readonly is: 'query'; readonly query: string }
  | { readonly is: 'id'; readonly id: Part }
  /** `inPlace`: they belong to what stands before them, wherever the chat has its buttons. */
  | { readonly is: 'buttons'; readonly buttons: readonly Button[]; readonly inPlace?: true }
  /** What can be pressed on a case. */
  | { readonly is: 'controls'; readonly controls: readonly CaseControl[] };

/** `value` is sealed. `nth`: of several with the same verb, from 1. */
export type Button =
  | { readonly label: string; readonly verb: string; readonly value: string; readonly nth?: number }
  | { readonly label: string; readonly url: string; readonly nth: number };

/** Of one block or none. */
export const group = (...blocks: readonly Block[]): Group => ({ blocks });
