import type { Handled } from '../base/queues/sqs-batch.ts';
import type { Answer, CaseVerdict } from '../case/answer.ts';
import type { Metrics } from '../config/metrics.ts';
import type { Outcome } from '../posture/schemas/verdict-schema.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import { auditOf, auditOfDenied, auditOfRefused } from './audit.ts';
import { decide } from './decide.ts';
import { isToBePublished } from './decision-deadlines.ts';
import type { BulkDecision, ClickRefusal, Decided, Next, VerdictRules } from './decision-types.ts';
import { createEscalationHandler, type EscalationHandlerParts } from './escalation-handler.ts';
import { withChainLogged } from './log-chain.ts';
import { logDecision } from './log-decision.ts';
import type { KnownPeople } from './same-person.ts';
import { createSaveDecision, type SavedDecision } from './save-decision.ts';
import {
  type ClickedMessage,
  type MessageOf,
  type Reply,
  VERDICT_MESSAGE_VERSION,
  type VerdictMessage,
} from './verdict-message.ts';
import { createVerdictSender, type VerdictSenderParts } from './verdict-sender.ts';

/** What the bridge tells an analyst whose click changed nothing. */
export type RefusedClick =
  /** `place`: where the analyst clicked. */
  | {
      readonly because: ClickRefusal;
      readonly domain: string;
      readonly caseId: string;
      readonly current: Answer | null;
      readonly place: string;
    }
  | {
      readonly because: 'denied';
      readonly domain: string;
      readonly caseId: string;
      readonly what: string;
      readonly why: string;
    };

/** Where people see the status of a case. */
export interface Surfaces {
  /**
   * Shows it everywhere. Calls may repeat, and an older `version` may come after a newer one. `under`: the message of a
   * bulk selection; a case without a message of its own gets one there, so that its decision can be undone.
   */
  changed(answer: Answer, reply: Reply | null, under?: Reply | null): Promise<void>;
  /** Tells only the analyst who clicked. */
  tell(reply: Reply, refused: RefusedClick): Promise<void>;
}

export interface RecordedVerdict {
  readonly domain: string;
  readonly caseId: string;
  readonly outcome: Outcome;
  readonly atMs: number;
}

export interface VerdictHandlerOptions extends Omit<VerdictSenderParts, 'move'> {
  readonly ledger: AnswerLedger;
  /** Resolves only when the queue has it. The queue shortens delays that it cannot hold. */
  readonly queue: { sendLater(message: VerdictMessage, delayMs: number): Promise<void> };
  readonly surfaces: Surfaces;
  /** Whether the ledger has a message of this case. Nobody can press a button of any other case. */
  readonly hasDelivery: (domain: string, caseId: string) => Promise<boolean>;
  readonly rules: VerdictRules;
  /** Which accounts in several chats belong to one person. */
  readonly people: KnownPeople;
  /** How long decisions are remembered. An older click could be a repeat that nobody recognises. */
  readonly rememberedMs: number;
  /** Checks again whether the person may decide: the reason why not, or null if they may or nobody can tell. */
  readonly whyDenied: (message: ClickedMessage) => Promise<string | null>;
  readonly metrics: Metrics;
  /** Called for each verdict that the platform recorded. Calls may repeat. */
  readonly onRecorded?: ((verdict: RecordedVerdict) => Promise<void>) | undefined;
  /** How cases that nobody answers are escalated. */
  readonly escalation?: Omit<EscalationHandlerParts, 'ledger' | 'show' | 'clock' | 'log'> | undefined;
}

export interface VerdictHandler {
  handle(message: VerdictMessage | BulkDecision, answering?: Answering): Promise<Handled>;
}

/** How a click is answered: at its own address, unless it is part of a bulk decision. */
export interface Answering {
  readonly tell: (refused: RefusedClick) => Promise<void>;
  /** The message with the bulk selection. */
  readonly under: Reply | null;
}

/**
 * Handles one message of the verdict queue. The row is written first, and all effects follow from it: a crash in between
 * brings the message back, which then finds its change made and repeats the effects.
 *
 *     judge - load - decide - save - copy the trail, show, queue what is next - acknowledge
 */
export function createVerdictHandler(options: VerdictHandlerOptions): VerdictHandler {
  const { queue, surfaces, rules, people, postTimeoutMs, metrics, clock, log } = options;
  const ledger = withChainLogged(options.ledger, log);
  const move = createSaveDecision({ ...options, ...options.escalation, ledger });
  const sender = createVerdictSender({ ...options, move });
  const escalation =
    options.escalation &&
    createEscalationHandler({
      ...options.escalation,
      ...{ ledger, clock, log },
      show: (answer) => surfaces.changed(answer, null),
    });

  async function handlePost(message: MessageOf<'post'>): Promise<SavedDecision> {
    const platform = await sender.open(message.domain);
    const moved = await move(message);
    if (moved === 'busy' || moved.is === 'refused') return moved;
    for (const next of moved.todo) {
      if (next.do === 'submit') return sender.submit(platform, answerOf(moved) as CaseVerdict, next.sinceMs);
      if (next.do === 'look') return sender.look(platform, answerOf(moved) as CaseVerdict, next.looks);
    }
    return moved;
  }

  const answeringTo = (reply: Reply | null): Answering => ({
    async tell(refused) {
      if (reply) await surfaces.tell(reply, refused);
    },
    under: null,
  });

  async function handleDenied(message: MessageOf<'denied'>, { tell }: Answering): Promise<Handled> {
    const { domain, caseId, what, why } = message;
    // People without the right to decide must not be able to fill the trail with invented cases.
    const keepTrail = async () =>
      (await options.hasDelivery(domain, caseId)) && (await ledger.copyTrail([auditOfDenied(message)]));
    log('verdict.denied', { domain, caseId, by: message.by.id, what, why });
    metrics('domain', { Domain: domain }, { VerdictDenied: 1 });
    await allOf(keepTrail, () => tell({ because: 'denied', domain, caseId, what, why }));
    return 'done';
  }

  /** The denial of a click that the action function accepted and this function does not; null if it may go on. */
  async function denialOf(message: ClickedMessage): Promise<MessageOf<'denied'> | null> {
    if (clickedAtMs(message) < clock.now() - options.rememberedMs) return deniedBy(message, TOO_OLD);
    const why = await options.whyDenied(message);
    if (why === null) return null;
    // The person had the right at the time of the click: what was done then stands, and its remaining effects are owed.
    const current = await ledger.load(message.domain, message.caseId);
    const context = { rules, people, postTimeoutMs, nowMs: clock.now() };
    return decide(current, message, context).is === 'repeat' ? null : deniedBy(message, why);
  }

  async function finish(moved: Decided, message: AboutADecision, { tell, under }: Answering): Promise<void> {
    const { reply } = message;
    if (moved.is === 'refused') {
      const { because, current } = moved;
      const { domain, caseId } = message;
      const click = { because, domain, caseId, current, place: placeOf(message) };
      const entry = auditOfRefused(message, because);
      return allOf(
        async () => entry && (await ledger.copyTrail([entry])),
        () => tell(click),
      );
    }
    const answer = answerOf(moved);
    // All of it, not only the new entries: the function that added the others may have crashed before it copied them.
    const trail = auditOf(answer);
    await allOf(
      () => ledger.copyTrail(trail),
      () => surfaces.changed(answer, reply, under),
      () => noteOutcome(answer),
      ...moved.todo.map((next) => () => queueNext(answer, next, reply)),
    );
    // Last of all: until this is written, the reconciler has everything above repeated.
    if (isToBePublished(answer)) await ledger.markPublished(answer);
  }

  async function noteOutcome({ domain, caseId, decision }: Answer): Promise<void> {
    if (decision?.state.is !== 'recorded') return;
    const { outcome, state } = decision;
    await options.onRecorded?.({ domain, caseId, outcome, atMs: state.atMs });
  }

  async function queueNext(
    { domain, caseId, decision }: Answer,
    next: Next,
    reply: Reply | null,
  ): Promise<void> {
    if (next.do !== 'post' || !decision) return;
    const about = { v: VERDICT_MESSAGE_VERSION, domain, caseId, decisionId: decision.id, reply } as const;
    await queue.sendLater({ ...about, kind: 'post' }, Math.max(0, next.atMs - clock.now()));
  }

  async function deal(message: VerdictMessage, answering: Answering): Promise<Handled> {
    if (message.kind === 'denied') return handleDenied(message, answering);
    if (message.kind === 'escalation') return escalation?.look(message.domain, message.caseId) ?? 'done';
    const denied = message.kind === 'post' ? null : await denialOf(message);
    if (denied) return handleDenied(denied, answering);
    const moved = message.kind === 'post' ? await handlePost(message) : await move(message);
    if (moved === 'busy') return 'retry';
    logDecision(moved, message, { log, metrics });
    await finish(moved, message, answering);
    return 'done';
  }

  return {
    handle: (message, answering = answeringTo(message.reply)) => deal(message, answering),
  };
}

const TOO_OLD = 'the click is older than what the bridge remembers';

const clickedAtMs = (message: ClickedMessage): number =>
  message.kind === 'decide' ? message.request.clickedAtMs : message.atMs;

function deniedBy(message: ClickedMessage, why: string): MessageOf<'denied'> {
  const { v, domain, caseId, reply, kind } = message;
  const about = { v, domain, caseId, reply, kind: 'denied', what: kind, why } as const;
  if (message.kind !== 'decide') {
    const { by, place, clickId, atMs } = message;
    return { ...about, by, place, clickId, atMs };
  }
  const { id: clickId, by, place, clickedAtMs: atMs, outcome } = message.request;
  return { ...about, by, place, clickId, atMs, outcome };
}

type AboutADecision = Exclude<VerdictMessage, { kind: 'denied' | 'escalation' }>;

const placeOf = (message: AboutADecision): string =>
  message.kind === 'decide' ? message.request.place : message.kind === 'post' ? '' : message.place;

const answerOf = (moved: Exclude<Decided, { is: 'refused' }>): Answer =>
  moved.is === 'changed' ? moved.next : moved.current;

/** Each effect is owed, whatever happens to the others: an outage of Slack must not keep a verdict from being sent. */
async function allOf(...effects: readonly (() => Promise<unknown>)[]): Promise<void> {
  const ended = await Promise.allSettled(effects.map((effect) => effect()));
  const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw failures[0];
}
