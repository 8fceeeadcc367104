import type { CaseList } from '../document/bulk-list.ts';
import type { BulkEntries } from '../document/bulk-press.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import type { Form } from '../document/form.ts';
import type { FormErrors } from '../document/read-form.ts';
import type { Click } from './click.ts';

/** The form in which an analyst decides the cases of a list at once. */
export interface OfferedForm {
  readonly is: 'form';
  readonly list: CaseList;
  readonly form: Form;
}

/** Nothing more to enter: what the analyst reads. */
export interface BulkAnswered {
  readonly is: 'answered';
  readonly answer: CommandAnswer;
}

/** What becomes of several cases that an analyst decides at once. */
export interface TakeBulk {
  /** The form with those that can be decided; or why none can. */
  offer(list: CaseList, click: Click): Promise<OfferedForm | BulkAnswered>;
  /** Queues what was chosen, all of it with one message; what the analyst reads. Throws when the queue did not take it. */
  decide(
    list: CaseList,
    entries: BulkEntries,
    click: Click,
  ): Promise<BulkAnswered | { readonly is: 'errors'; readonly errors: FormErrors }>;
}
