import type { Answer, Person } from '../../../case/answer.ts';
import type { AnswerPart } from '../../../case/answer-part.ts';
import type { CaseRecord } from '../../../case/case-record.ts';
import type { Sentence } from '../../../case/sentence.ts';
import type { CasePolicy } from '../../../case/standing.ts';
import type { ListedCase } from '../../../chats/document/bulk-list.ts';
import type { CommandPage, More } from '../../../chats/document/command-answer.ts';
import type { RenderRules } from '../../../chats/document/outcome-choices.ts';
import type { PseudonymOf } from '../../../outbox/redaction/pseudonym.ts';
import type { Show } from '../../../outbox/redaction/redact.ts';
import type { PostureClient } from '../../../posture/client.ts';
import type { Call } from '../../../posture/request.ts';
import type { Case } from '../../../posture/schemas/case.ts';
import type { Threat } from '../../../posture/schemas/threat.ts';
import type { AuditEntry } from '../../../verdict/answer-ledger.ts';
import type { KnownPeople } from '../../../verdict/same-person.ts';

/** A domain that somebody may ask about, and what they may be shown of people there. */
export interface AskedDomain {
  readonly name: string;
  readonly show: Show;
}

/** What is known of a case in the bridge. */
export interface StoredCase {
  /** As it was last shown; null if it was never shown. */
  readonly item: Case | null;
  /** How many of its events had no room in the ledger. */
  readonly eventsLeftOut?: number | undefined;
  readonly answer: Answer | null;
  readonly record: CaseRecord | null;
  /** The destinations where it is known. */
  readonly places: readonly string[];
}

/** What commands read in the ledger. */
export interface CommandLedger {
  caseOf(domain: string, id: string): Promise<StoredCase>;
  threatOf(domain: string, id: string): Promise<Threat | null>;
  /** Everything of one day (UTC), in order. */
  trailOf(domain: string, day: Date): AsyncIterable<readonly AuditEntry[]>;
}

/** Everything needed to answer a command for one domain. */
export interface CommandContext extends AskedDomain {
  readonly client: Omit<PostureClient, 'submitVerdict' | 'close'>;
  readonly ledger: CommandLedger;
  /** How long the platform may take, and how urgent it is. */
  readonly call: Call;
  readonly rules: RenderRules;
  readonly pseudonymOf: PseudonymOf;
  readonly people: KnownPeople;
  readonly policy: CasePolicy;
  readonly by: Person;
  readonly nowMs: number;
  /** Why the platform did not answer, for the person who asked. */
  readonly explain: (error: unknown) => Sentence;
  /** Whether a destination is one of this chat. */
  readonly isIn: (destination: string, chat: string) => boolean;
  /** Equal for repeats of what the person sent. */
  readonly askId: string;
  /** The command as it was typed, and where its list goes on. */
  readonly text: string;
  readonly after: CommandPage['after'] | null;
}

export interface DomainAnswer {
  /** False if there is nothing: of several domains, the answer names only those that have something. */
  readonly found: boolean;
  readonly parts: readonly AnswerPart[];
  readonly more?: readonly More[];
  /** Cases that can be decided in bulk. */
  readonly bulk?: readonly ListedCase[];
}

export const nothing = (...words: readonly string[]): DomainAnswer => ({
  found: false,
  parts: [{ is: 'lines', lines: [words] }],
});
