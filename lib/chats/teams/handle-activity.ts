import type { Answer, Decision, Person } from '../../case/answer.ts';
import type { AuthorityConfig } from '../../config/authority.ts';
import { teams as section } from '../../config/chats/teams.ts';
import type { BridgeConfig, VerdictsConfig } from '../../config/define-bridge.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { ToRender } from '../../outbox/renderer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Seal, SealOf } from '../../platform/seal.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import { commentRoom } from '../../verdict/comment.ts';
import { decide } from '../../verdict/decide.ts';
import { refusalText } from '../../verdict/refusal-text.ts';
import { isSamePerson, type KnownPeople } from '../../verdict/same-person.ts';
import {
  type ClickedMessage,
  type ClickMessage,
  isClaimMessage,
  type MessageOf,
  type VerdictMessage,
} from '../../verdict/verdict-message.ts';
import { readTarget, type Target } from '../document/button-target.ts';
import { WITH_COMMENT } from '../document/controls.ts';
import { outcomeChoices, type RenderRules, renderRules } from '../document/outcome-choices.ts';
import type { Press } from '../document/press.ts';
import { NOT_TAKEN, receivedText } from '../document/texts.ts';
import { type ReadForm, readForm } from '../document/verdict-form.ts';
import type { EndpointParts, KnownCase } from '../presses/chat-definition.ts';
import { AMISS_TEXT } from '../presses/check-press.ts';
import { createPressJudge, type Pressed, pressMessage } from '../presses/judge-press.ts';
import { pressedAtMs } from '../presses/pressed-at.ts';
import type { CardClick, TeamsActivity } from './activity.ts';
import { cardAnswer, errorAnswer, type InvokeAnswer, messageAnswer } from './answers.ts';
import { type ChannelNews, discoverChannel } from './channel-discovery.ts';
import { clickIdOf } from './click-id.ts';
import { isForeign, personOf, replyTo } from './clicker.ts';
import { createBulkForm } from './handle-bulk.ts';
import { type CommandHandlerParts, createCommandHandler } from './handle-command.ts';
import { CARD_TYPE } from './message.ts';
import { formEntries, readPress } from './read-press.ts';
import { renderCaseCard } from './renderer.ts';
import type { ServiceAddresses } from './service-address.ts';
import { plainWords } from './summary.ts';

export interface ActivityHandlerParts extends Pick<CommandHandlerParts, 'ask' | 'sendNews'> {
  readonly config: AuthorityConfig & {
    readonly teams?: Pick<NonNullable<BridgeConfig['teams']>, 'tenantId'> | undefined;
  };
  /** What Teams says about its people, at the address that a click came from. */
  readonly directoryAt: (serviceUrl: string) => ChatDirectory;
  /** The routes that send a case to the target's destination; null when that cannot be said. */
  readonly routesOf: (target: Target) => Promise<readonly string[] | null>;
  /** The one durable effect of a click. Resolves only when the queue has it. */
  readonly queue: (message: VerdictMessage) => Promise<void>;
  readonly queueBulk: EndpointParts['queueBulk'];
  /** Null for a case that was never shown at the target's destination. */
  readonly lookUp: (target: Target) => Promise<KnownCase | null>;
  readonly addresses: ServiceAddresses;
  /** Of what buttons carry; null where nothing was sealed yet. */
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface TeamsAnswered {
  /** The body of the answer; null for an empty one. */
  readonly body: InvokeAnswer | null;
  /** What has to be remembered, and said, because of it. */
  readonly news: ChannelNews | null;
}

const NOT_KNOWN = AMISS_TEXT['not-known'];
/** In less than this nobody can have dealt with a click and updated its card. */
const PROMPT_MS = 300;
const NOBODY = 'Teams did not say who you are. Nothing was recorded.';
const FAILED = errorAnswer(500, 'NotTaken', NOT_TAKEN);
/** It does not matter for what a click leads to. */
const POST_TIMEOUT_MS = 30_000;

/** What a genuine activity leads to: a message in the verdict queue and an answer to the analyst. */
export function createActivityHandler(parts: ActivityHandlerParts) {
  const { config, queue, lookUp, addresses, buttonSeal, clock, log, metrics } = parts;
  const { verdicts, people } = config;
  const choices = verdicts ? outcomeChoices(verdicts) : [];
  const commands = createCommandHandler(parts);
  const judge = createPressJudge(parts);
  const bulk = createBulkForm({
    ...parts,
    isForeign: (click) => isForeign(click.user, config.teams?.tenantId),
  });

  async function clicked(click: CardClick): Promise<InvokeAnswer> {
    const press = readPress(click.verb);
    const seal = await buttonSeal();
    const read = readTarget(click.entries.target, seal);
    if (!press || !read) {
      log('nothing to do', { surface: 'teams', kind: click.kind });
      return errorAnswer(400, 'BadRequest', 'The bridge does not know this button.');
    }
    const { target } = read;
    const by = personOf(click.user);
    if (by === null) return messageAnswer(NOBODY);
    const pressed: Pressed = {
      press,
      read,
      presser: {
        person: by,
        channelId: click.channel,
        isOutsider: isForeign(click.user, config.teams?.tenantId),
        namedIn: section.namedIn,
        directory: parts.directoryAt(click.origin.serviceUrl),
      },
      clicked: {
        by,
        reply: replyTo(click),
        clickId: clickIdOf(click),
        atMs: pressedAtMs(click.sentAtMs ?? null, clock.now()),
        channelId: click.channel,
      },
    };
    const judged = (await judge.findProblem(pressed)) ?? (await judge.authorize(pressed));
    if (judged.is === 'refused') {
      // They read it here: no second word about it.
      if (judged.denied) await queue({ ...judged.denied, reply: null });
      return messageAnswer(judged.why);
    }
    if (!verdicts) return messageAnswer(NOT_KNOWN);
    const known = await lookUp(target);
    // The verdict function repairs what the ledger lost, for people who are named: they may decide any case.
    const isShown = known ? known.delivery.content.kind === 'case' : judged.as !== 'in-channel';
    if (!isShown) return messageAnswer(NOT_KNOWN);
    const form = formOf(press, click, by, target);
    if (form?.is === 'errors') {
      return messageAnswer([form.outcome, form.comment].filter((problem) => problem !== null).join(' '));
    }
    const message = pressMessage(press, form, target, judged.accepted);
    const sentAtMs = clock.now();
    await queue(message);
    const answer = known ? foresee(message, known, verdicts, seal?.of) : messageAnswer(receivedText(message));
    // It may be in the queue since long ago, and the card updated for everybody: an older one must not cover that.
    const isPrompt = clock.now() - sentAtMs <= PROMPT_MS;
    return isPrompt || answer.type !== CARD_TYPE ? answer : messageAnswer(receivedText(message));
  }

  function formOf(press: Press, click: CardClick, by: Person, target: Target): ReadForm | null {
    if (press.is !== 'outcome' && press.is !== 'form' && press.is !== 'override') return null;
    const approval = choices.some((choice) => choice.approval);
    return readForm(formEntries(press, click.entries), {
      choices,
      mode: press.is === 'override' ? 'override' : 'comment',
      commentRoom: commentRoom(by, target.destination, { approval }),
    });
  }

  /** The verdict function decides a moment later, by the same rules: the analyst sees what it will most likely say. */
  function foresee(
    message: ClickedMessage,
    known: KnownCase,
    rules: VerdictsConfig,
    sealOf?: SealOf,
  ): InvokeAnswer {
    const { delivery, answer } = known;
    const context = {
      rules,
      people,
      nowMs: clock.now(),
      postTimeoutMs: POST_TIMEOUT_MS,
      episode: delivery.record?.episode,
    };
    const next = decide(answer, message, context);
    if (next.is !== 'refused')
      return shown(
        { ...renderRules(config), sealOf },
        delivery,
        next.is === 'changed' ? next.next : next.current,
        receivedText(message),
      );
    // The card that follows for everybody would take away a word on it. This one stays.
    const { because, current } = next;
    const words = refusalText({ ...aboutClick(message), because, current }, WITH_COMMENT);
    const first =
      because === 'conflict' && current?.decision && !isClaimMessage(message)
        ? `${already(message, current.decision, people)} `
        : '';
    return messageAnswer(`${first}${plainWords(words)}`);
  }

  function shown(
    rules: RenderRules,
    delivery: ToRender,
    answer: Answer | null,
    received: string,
  ): InvokeAnswer {
    // The card for everybody takes the place of this one, and then the line is gone.
    const message = renderCaseCard(rules, delivery, answer, { received });
    return message ? cardAnswer(message) : messageAnswer(received);
  }

  /** What is done for a press. */
  function answerOf(click: CardClick): (click: CardClick) => Promise<InvokeAnswer> {
    if (bulk.isAbout(click)) return bulk.answer;
    if (commands.isProposal(click)) return commands.proposal;
    return commands.isMore(click) ? commands.more : clicked;
  }

  return async function answer(activity: TeamsActivity): Promise<TeamsAnswered> {
    if (activity.kind === 'channel-news') return { body: null, news: discoverChannel(activity, addresses) };
    if (activity.kind === 'ignored') {
      log('nothing to do', { surface: 'teams', kind: activity.type });
      return { body: null, news: null };
    }
    if (activity.kind === 'personal-message') {
      await commands.typed(activity);
      return { body: null, news: null };
    }
    const body = await answerOf(activity)(activity).catch((error: unknown) => {
      log('click not taken', { surface: 'teams', error: String(error) });
      metrics('surface', { Surface: 'teams' }, { ClicksLost: 1 });
      return FAILED;
    });
    // What an Action.Submit sent has no answer: the card itself shows what became of it.
    return { body: activity.via === 'invoke' ? body : null, news: null };
  };
}

/** An analyst who clicks twice comes second to themselves. */
const already = (
  message: MessageOf<'decide'> | ClickMessage,
  decision: Decision,
  people: KnownPeople,
): string =>
  isSamePerson(decision.by, message.kind === 'decide' ? message.request.by : message.by, people)
    ? 'This click changed nothing.'
    : 'Nothing of yours was recorded.';

const aboutClick = (message: ClickedMessage) => ({
  domain: message.domain,
  caseId: message.caseId,
  place: message.kind === 'decide' ? message.request.place : message.place,
});
