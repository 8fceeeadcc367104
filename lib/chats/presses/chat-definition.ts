import type { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import type { SentRequest } from '../../base/http/http-event.ts';
import type { Transport } from '../../base/http/http-transport.ts';
import type { Log } from '../../base/log.ts';
import type { Seal, SealOf } from '../../base/seal.ts';
import type { Answer } from '../../case/answer.ts';
import type { NamedLists, NamedPeople } from '../../config/chats/chat-section.ts';
import type { ChatName } from '../../config/chats.ts';
import type { BridgeConfig, VerdictsConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { MessageRef, RateLimits, RefusalKind } from '../../outbox/chat-port.ts';
import type { Renderer, ToRender } from '../../outbox/renderer-port.ts';
import type { Replies } from '../../outbox/replies-port.ts';
import type { AuthorizeRequest } from '../../verdict/authorize.ts';
import type { Reply, VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Target } from '../document/button-target.ts';
import type { CommandAnswer, CommandPage } from '../document/command-answer.ts';
import type { RenderRules } from '../document/outcome-choices.ts';
import type { TakeBulk } from './bulk.ts';
import type { Click } from './click.ts';

/** All that the rest of the bridge has to know about a chat. */
export interface ChatDefinition<Message = unknown> {
  /** As in the configuration: `slack`. */
  readonly name: string;
  /** As people write it: `Slack`. */
  readonly label: string;
  createRenderer(rules: RenderRules): Renderer<Message>;
  rateLimits(channel: string): RateLimits;
  /** What a refusal with this code is about. */
  kindOfRefusal(code: string): RefusalKind;
  /** What a refusal means and what to do about it, in sentences for operators; undefined for one that is not known. */
  explainRefusal?(reason: string): string | undefined;
  /** The people whom `verdicts.allow` names for this chat. */
  namedIn(allow: NamedLists): NamedPeople;
  createReplies(parts: RepliesParts): ChatReplies;
}

/** Takes the clicks of a chat. It is not part of the definition, because only the action function needs it. */
export type CreateEndpoint = (parts: EndpointParts) => Hono<{ Bindings: SentRequest }>;

export interface RepliesParts {
  readonly config: BridgeConfig;
  readonly rules: VerdictsConfig;
  readonly sealOf?: SealOf | undefined;
  /** Sends a direct message through the notifier of a chat. */
  readonly sendDirectMessage: (
    chat: ChatName,
    body: string,
    order: { readonly group: string; readonly id: string },
  ) => Promise<void>;
  /** To the chat; one of its own unless given. */
  readonly transport?: Transport | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** How the verdict function answers people in this chat. */
export interface ChatReplies extends Replies {
  /** Answers a command, to the person who typed it and to nobody else. `again`: the chat could not be reached. */
  answer(reply: Reply, answer: CommandAnswer, askId: string): Promise<'told' | 'again' | 'refused'>;
}

/** What is known of a case at a destination. */
export interface KnownCase {
  readonly delivery: ToRender & {
    readonly main?: { readonly ref?: MessageRef } | null;
  };
  readonly answer: Answer | null;
}

/** A command, as the chat sends it. */
export interface TypedCommand extends Omit<Click, 'id' | 'atMs'> {
  readonly askId: Click['id'];
  readonly text: string;
  /** Where a list goes on. */
  readonly page: Omit<CommandPage, 'text'> | null;
}

export interface EndpointParts {
  readonly config: BridgeConfig;
  /** The one durable effect of a click. Resolves only when the queue has it. */
  readonly queue: (message: VerdictMessage) => Promise<void>;
  /** Takes decisions about several cases at once. */
  readonly createBulk: (parts: BulkParts) => TakeBulk;
  /** Takes a command; what the person is told at once. Resolves only when the queue has what is answered later. */
  readonly ask: (typed: TypedCommand) => Promise<CommandAnswer>;
  /** Null for a case that was never shown at the target's destination. */
  readonly lookUp: (target: Target) => Promise<KnownCase | null>;
  /** The routes that send a case to the target's destination; null when that cannot be said. */
  readonly routesOf: (target: Target) => Promise<readonly string[] | null>;
  /** Sends what the chat said about a channel to the notifier of this chat. */
  readonly sendNews: (body: string, order: { readonly group: string; readonly id: string }) => Promise<void>;
  readonly readSecret: (name: string) => Promise<string>;
  /** Of what buttons and forms carry; null where nothing was sealed yet. */
  readonly buttonSeal: () => Promise<Seal | null>;
  /** To the chat; one of its own unless given. */
  readonly transport?: Transport | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What a chat judges each of several cases with. */
export type BulkParts = Pick<EndpointParts, 'lookUp' | 'routesOf'> & Pick<AuthorizeRequest, 'namedIn'>;
