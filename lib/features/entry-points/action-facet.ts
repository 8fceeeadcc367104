import type { Hono } from 'hono';
import type { CallAws } from '../../base/aws/signed-aws.ts';
import type { Random } from '../../base/clock.ts';
import type { SentRequest } from '../../base/http/http-event.ts';
import type { Seal } from '../../base/seal.ts';
import type { CommandAnswer } from '../../chats/document/command-answer.ts';
import type { EndpointParts, TypedCommand } from '../../chats/presses/chat-definition.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { createCaseLookUp } from '../../dynamo/case-look-up.ts';
import type { createClickQueue } from '../../verdict/click-queue.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Facet, Kit } from './facet.ts';
import type { Noticing } from './noticing.ts';
import type { WordsFacet } from './words-facet.ts';

type QueueClick = ReturnType<typeof createClickQueue>;

export interface ActionKit extends Kit {
  readonly env: { readonly TABLE_NAME: string };
  readonly callAws: CallAws;
  readonly cases: ReturnType<typeof createCaseLookUp>;
  /** The seal of one of the bridge's keys; null if there is no such key yet. */
  readonly sealOf: (name: string) => Promise<Seal | null>;
  /** Resolves only when the queue has it. */
  readonly queue: (message: VerdictMessage) => Promise<void>;
  /** The same for a message of another kind, already written as text. */
  readonly queueProven: (message: Parameters<QueueClick>[0], text: string) => Promise<void>;
  /** How commands are read. */
  readonly words: WordsFacet;
  readonly random: Random;
  readonly metrics: Metrics;
  /** The same metrics, with the features that listen to them. */
  readonly counted: Metrics;
}

export interface ActionHooks {
  /** Served beside the chats, behind the secret part of the path. */
  readonly app?: Hono<{ Bindings: SentRequest }>;
  readonly noticing?: Noticing;
  /** Answers a command, or says that it is looked up. */
  readonly ask?: (typed: TypedCommand) => Promise<CommandAnswer>;
  readonly createBulk?: EndpointParts['createBulk'];
}

export type ActionFacet = Facet<ActionKit, ActionHooks>;
