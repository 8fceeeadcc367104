import type { Person } from '../../case/answer.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { Mood } from '../../verdict/decision-text.ts';
import type { Sign } from './message-sign.ts';
import type { CaseControl } from './sealed-controls.ts';

/** What a message says, as plain data. A chat only writes it. */
export interface Document {
  /** The one line for notifications and screen readers, as parts that the chat joins. */
  readonly summary: Summary;
  /** The summary may quote a command as people type it, with characters that mean something to some chats. */
  readonly isTyped?: true | undefined;
  readonly groups: readonly Group[];
  /** When it happened; null when the moment cannot be read. */
  readonly atMs?: number | null | undefined;
  readonly footer?: string | undefined;
}

/** The chat leaves empty parts out. `room`: how much of a text from outside it shows, where the chat itself sets no limit. */
export type Summary = readonly (readonly (
  | string
  | { readonly said: string; readonly by?: Person | undefined; readonly room?: number }
  | { readonly atMs: number; readonly exact?: true }
)[])[];

/** Blocks that belong together. `mood`: how the decision in it stands, which a chat may show by colour. */
export interface Group {
  readonly blocks: readonly Block[];
  readonly mood?: Mood | undefined;
}

/** The space above a block, where a chat can choose it. */
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

/** What stands between two dots of a line. If a piece is missing, like the date after `opened`, the chat leaves it out whole. */
export type Part = readonly Span[];

/** One item of a list, with the lines below it. */
export interface Item {
  readonly parts: readonly Part[];
  readonly isFlagged?: boolean | undefined;
  readonly details?: readonly (readonly Part[])[] | undefined;
  /** The same as cells of a table. */
  readonly cells?: readonly Cell[] | undefined;
}

export type Cell = Part | number;

/** A list as a table, for a chat that has tables. Its items say the same. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
}

export type Block =
  /** The heading by which analysts scan a channel; `who` stands below or beside it. */
  | {
      readonly is: 'head';
      readonly sign?: Sign | undefined;
      readonly title: Part;
      readonly who?: Part | undefined;
    }
  | { readonly is: 'line'; readonly parts: readonly Part[]; readonly gap?: Gap | undefined }
  /** A line of our own words and moments, with nothing from outside. */
  | { readonly is: 'facts'; readonly parts: readonly Part[]; readonly gap?: Gap | undefined }
  | { readonly is: 'sentence'; readonly words: Sentence }
  | { readonly is: 'caption'; readonly words: string; readonly gap?: Gap | undefined }
  | { readonly is: 'remark'; readonly words: string; readonly gap: Gap }
  | { readonly is: 'items'; readonly items: readonly Item[]; readonly table?: Table | undefined }
  /** How often each name occurs; `more`: how many other names there are. */
  | {
      readonly is: 'tally';
      readonly items: readonly Part[];
      readonly more: string | null;
      readonly table?: (Table & { readonly rows: readonly (readonly Cell[])[] }) | undefined;
    }
  | { readonly is: 'quote'; readonly text: string | null; readonly room: number }
  /** A query that analysts copy. */
  | { readonly is: 'query'; readonly query: string }
  | { readonly is: 'id'; readonly id: Part }
  /** `inPlace`: these buttons stand right below the block before them, even where the chat has another place for buttons. */
  | { readonly is: 'buttons'; readonly buttons: readonly Button[]; readonly inPlace?: true }
  /** What can be pressed on a case. */
  | { readonly is: 'controls'; readonly controls: readonly CaseControl[] };

/** `value` is sealed. `nth`: numbers buttons that share a verb, from 1. */
export type Button =
  | { readonly label: string; readonly verb: string; readonly value: string; readonly nth?: number }
  | { readonly label: string; readonly url: string; readonly nth: number };

/** A group of these blocks. */
export const group = (...blocks: readonly Block[]): Group => ({ blocks });
