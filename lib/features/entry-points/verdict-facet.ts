import type { Handled, ReadMessage } from '../../base/queues/sqs-batch.ts';
import type { Seal } from '../../base/seal.ts';
import type { CaseLedger } from '../../case/case-ledger.ts';
import type { CasePolicy } from '../../case/standing.ts';
import type { ChatReplies } from '../../chats/presses/chat-definition.ts';
import type { NamedLists, NamedPeople } from '../../config/chats/chat-section.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { PseudonymOf } from '../../outbox/redaction/pseudonym.ts';
import type { createPlatforms } from '../../verdict/domain-platforms.ts';
import type { VerdictHandler, VerdictHandlerOptions } from '../../verdict/verdict-handler.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Commands, CommandsKit } from './commands-facet.ts';
import type { Facet } from './facet.ts';
import type { Noticing } from './noticing.ts';
import type { WordsFacet } from './words-facet.ts';

export interface VerdictKit extends CommandsKit {
  readonly cases: CaseLedger;
  readonly policy: CasePolicy;
  readonly platforms: ReturnType<typeof createPlatforms>;
  readonly pseudonymOf: PseudonymOf;
  /** The people whom a rule names in a chat; undefined for a chat that this configuration does not have. */
  readonly namedInOf: (chat: string) => ((allow: NamedLists) => NamedPeople) | undefined;
  readonly repliesOf: (chat: string) => Pick<ChatReplies, 'answer'> | undefined;
  /** Proves what the action function accepted. */
  readonly clicksSeal: Pick<Seal, 'isGenuine'>;
  /** How commands are read, and answered. */
  readonly words: WordsFacet;
  readonly commands: Commands;
  readonly metrics: Metrics;
}

export interface VerdictHooks {
  /** Reads a message of its own kind; null for other messages. `decide`: handles one decision like a click. */
  readonly readOwn?: (
    body: string,
    decide: VerdictHandler['handle'],
  ) => ReturnType<ReadMessage<() => Promise<Handled>>> | null;
  readonly noticing?: Noticing;
  /** Decisions that need a handler with other options. */
  readonly apart?: {
    readonly isMeant: (message: VerdictMessage) => boolean;
    readonly options: (
      options: VerdictHandlerOptions,
      surfaces: VerdictHandlerOptions['surfaces'],
    ) => VerdictHandlerOptions;
  };
  readonly onRecorded?: VerdictHandlerOptions['onRecorded'];
  readonly silence?: NonNullable<VerdictHandlerOptions['escalation']>['silence'];
}

export type VerdictFacet = Facet<VerdictKit, VerdictHooks>;
