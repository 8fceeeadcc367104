import type { Decision } from '../../case/answer.ts';
import type { Who } from './case-story.ts';

/** What a form says, as plain data. A chat only writes it. */
export interface Form {
  readonly title: string;
  readonly submit: string;
  readonly close: string;
  /** The case that it is about. Null where nobody can say, and where the form lists its cases. */
  readonly subject: FormSubject | 'looking-up' | null;
  /** The decision that is overridden. */
  readonly current: Decision | null;
  readonly fields: readonly Field[];
  /** Said below the fields. */
  readonly note: string;
}

/** Analysts may have several messages before them. Texts are as the API sent them. */
export interface FormSubject {
  /** `Data exfiltration` */
  readonly headline: string;
  readonly who: Who;
}

/** `label`, `problem` and the words of outcomes are ours. Titles and notes of events and cases come from outside. */
export type Field =
  | {
      readonly is: 'outcome';
      readonly label: string;
      readonly options: readonly FormOption[];
      readonly chosen: string | null;
      /** Whether the comment is needed depends on what is chosen: the chat tells the bridge before the form is sent. */
      readonly isFollowed: boolean;
      readonly problem: string;
    }
  | CommentField
  | { readonly is: 'events'; readonly label: string; readonly options: readonly FormOption[] }
  | {
      readonly is: 'cases';
      readonly label: string;
      /** Chooses all of them at once. */
      readonly all: FormOption;
      readonly options: readonly FormOption[];
      readonly problem: string;
    };

export interface CommentField {
  readonly is: 'comment';
  readonly label: string;
  readonly hint: string;
  /** How long a comment may be, since the bridge adds a line that says who decided. */
  readonly room: number;
  /** Whatever is chosen. */
  readonly isRequired: boolean;
  /** With what is chosen now. */
  readonly isRequiredNow: boolean;
  /** The outcomes that need it, where not all of them do: `Safe, Escalate`. */
  readonly requiredFor: string;
  readonly problem: string;
}

/** `or`: our words where there is nothing to see of the title. */
export interface FormOption {
  readonly value: string;
  readonly title: string;
  readonly or?: string | undefined;
  readonly note: string;
}
