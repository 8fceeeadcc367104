import type { Outbox } from '../../base/queues/outbox.ts';
import type { Sentence } from '../../case/sentence.ts';
import type { CommandAnswer } from '../../chats/document/command-answer.ts';
import type { CommandName } from '../../chats/document/command-list.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import type { AnswerLedger } from '../../verdict/answer-ledger.ts';
import type { AskedDomain, CommandContext, DomainAnswer } from './command/command-context.ts';
import type { Facet, TableKit } from './facet.ts';

/** A command that is answered for each domain. Its methods get its arguments as they were read. */
export interface DomainCommand<Takes extends object = object> {
  title(takes: Takes): Sentence;
  /** A command that changes something does so in one domain only. */
  changes?(takes: Takes): boolean;
  answer(context: CommandContext, takes: Takes): Promise<DomainAnswer>;
}

/** A command that is answered once for all domains that the person may ask about. */
export interface BridgeCommand {
  answerOnce(domains: readonly AskedDomain[]): Promise<CommandAnswer>;
}

export type Commands = Readonly<Partial<Record<CommandName, DomainCommand | BridgeCommand>>>;

export interface CommandsKit extends TableKit {
  readonly deliveries: DeliveryLedger;
  readonly answers: AnswerLedger;
  readonly outbox: Outbox;
  readonly queueUrlOf: (destination: string) => string | null;
  /** Each dead-letter queue, by what it is for; and how many messages a queue has. */
  readonly deadLetters: readonly { readonly subject: string; readonly queueUrl: string }[];
  readonly depthOf: (queueUrl: string) => Promise<number>;
}

export type CommandsFacet = Facet<CommandsKit, Commands>;
