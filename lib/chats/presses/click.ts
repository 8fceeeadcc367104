import type { Seal } from '../../base/seal.ts';
import type { Person } from '../../case/answer.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { Reply } from '../../verdict/verdict-message.ts';
import { type CaseList, readCaseList } from '../document/bulk-list.ts';
import { BULK_VERBS, type BulkEntries } from '../document/bulk-press.ts';
import { type ReadTarget, readTarget } from '../document/button-target.ts';
import { ASK_VERB } from '../document/case-questions.ts';
import type { CommandPage } from '../document/command-answer.ts';
import { MORE_VERB, readPage } from '../document/command-page.ts';
import { type Press, pressOf } from '../document/press.ts';
import { PROPOSAL_VERB, type ProposalPress, readProposalPress } from '../document/proposal-press.ts';
import type { FormEntries } from '../document/read-form.ts';

/** Who pressed, submitted or typed something, when and where, as their chat says it. */
export interface Click {
  /** When the chat sends the same click again, it has the same id. */
  readonly id: string;
  readonly by: Person;
  readonly atMs: number;
  /** Null for what is in no channel, and where the chat does not say it. */
  readonly channelId: string | null;
  /** The chat said that the person belongs to another organization. */
  readonly isOutsider?: boolean | undefined;
  /** What the chat says about its people. */
  readonly directory: ChatDirectory;
  /** Where the person can be answered. */
  readonly reply: Reply;
}

/** What the click asks for. Null stands for a value that the bridge did not write. */
export type ClickRequest =
  | PressRequest
  | { readonly is: 'open-bulk'; readonly list: CaseList | null }
  | { readonly is: 'decide-bulk'; readonly list: CaseList | null; readonly entries: BulkEntries }
  | { readonly is: 'command'; readonly text: string }
  | { readonly is: 'more'; readonly page: CommandPage | null }
  | { readonly is: 'proposal'; readonly answer: ProposalPress | null }
  /** A command about a case, by its name, that its message offers. */
  | { readonly is: 'ask'; readonly question: string; readonly read: ReadTarget };

/** A press on a case, or a form about one that came back. */
export interface PressRequest {
  readonly is: 'press';
  readonly press: Press;
  readonly read: ReadTarget;
  /** What was entered with it; null where nothing could be entered. */
  readonly entries: FormEntries | null;
  /** The chat opens a form for this press. */
  readonly needsForm?: boolean | undefined;
}

interface ButtonEntries {
  readonly readCase?: () => ReadTarget | null;
  readonly formEntries?: (press: Press) => FormEntries;
  readonly bulkEntries?: () => BulkEntries;
}

/**
 * Reads a button by its verb and its value. `outdated`: a button of ours that does not say which case it is about. Null for
 * a button that is not ours.
 */
export function readButton(
  verb: string,
  value: unknown,
  seal: Pick<Seal, 'isGenuine'> | null,
  { readCase = () => readTarget(value, seal), formEntries, bulkEntries }: ButtonEntries = {},
): ClickRequest | 'outdated' | null {
  if (isVerb(verb, BULK_VERBS.open)) return { is: 'open-bulk', list: readCaseList(value, seal) };
  if (bulkEntries && verb === BULK_VERBS.decide)
    return { is: 'decide-bulk', list: readCaseList(value, seal), entries: bulkEntries() };
  if (isVerb(verb, PROPOSAL_VERB)) return { is: 'proposal', answer: readProposalPress(value, seal) };
  if (isVerb(verb, MORE_VERB)) return { is: 'more', page: readPage(value, seal) };
  const press = pressOf(verb);
  const isQuestion = isVerb(verb, ASK_VERB);
  if (!press && !isQuestion) return null;
  const read = readCase();
  if (!read) return 'outdated';
  if (!press) return { is: 'ask', question: verb.slice(ASK_VERB.length + 1), read };
  return { is: 'press', press, read, entries: formEntries?.(press) ?? null };
}

/** Where buttons share a verb, a chat may number them: `ask:more:2`. */
const isVerb = (verb: string, ours: string): boolean => verb === ours || verb.startsWith(`${ours}:`);
