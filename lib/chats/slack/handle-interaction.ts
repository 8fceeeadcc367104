import { slack as section } from '../../config/chats/slack.ts';
import type { Metrics } from '../../config/metrics.ts';
import type { Seal } from '../../platform/seal.ts';
import { lastMomentOf } from '../../verdict/apply-change.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Target } from '../document/button-target.ts';
import type { Document } from '../document/document.ts';
import type { Press } from '../document/press.ts';
import { noteDocument, problemDocument } from '../document/private-document.ts';
import { NOT_TAKEN, receivedText } from '../document/texts.ts';
import { FIELDS } from '../document/verdict-form.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import type { Clicked } from '../presses/click-messages.ts';
import {
  createPressJudge,
  type Pressed,
  type Presser,
  pressMessage,
  type RefusedPress,
} from '../presses/judge-press.ts';
import { pressedAtMs } from '../presses/pressed-at.ts';
import { clickIdOf } from './click-id.ts';
import { personOf, replyTo, writeReply } from './clicker.ts';
import { createForm, type FormParts } from './form.ts';
import { createBulkForm } from './handle-bulk.ts';
import { createCommandHandler } from './handle-command.ts';
import type { BlockActions, SlackInteraction, SlackUser, ViewSubmission } from './interaction.ts';
import { readPress, readTarget } from './read-press.ts';
import type { Responder } from './respond.ts';
import { writeDocument } from './write-document.ts';

/** Where the analyst who clicked can be told something. */
type Addressed = Pick<BlockActions, 'responseUrl'> & Partial<Pick<BlockActions, 'threadTs'>>;

export interface InteractionHandlerParts extends FormParts {
  /** The one durable effect of a click. Resolves only when the queue has it. */
  readonly queue: (message: VerdictMessage) => Promise<void>;
  readonly queueBulk: EndpointParts['queueBulk'];
  readonly ask: EndpointParts['ask'];
  readonly answerOf: EndpointParts['answerOf'];
  readonly directory: ChatDirectory;
  /** The routes that send a case to the target's destination; null when that cannot be said. */
  readonly routesOf: (target: Target) => Promise<readonly string[] | null>;
  readonly responder: Responder;
  /** Of what buttons and forms carry; null where nothing was sealed yet. */
  readonly buttonSeal: () => Promise<Seal | null>;
  readonly metrics: Metrics;
}

/** Slack waits three seconds for the answer, and the function may have started for this click. */
const LOOKS_AFTER_MS = [150, 250, 300];
const LOOK_UP_MS = 400;
/** A queue that took this long leaves no time to wait for what the click leads to. */
const PROMPT_MS = 300;
const NOT_OPENED = 'The form could not be opened: please press again.';
const MAY_OPEN = 'Slack is slow to open the form. If you do not see it in a moment, press again.';
const OUTDATED = 'The message changed meanwhile, and shows how the case stands. Nothing was recorded.';

/** What a genuine interaction leads to: a message in the verdict queue, a form, or a word to the analyst. */
export function createInteractionHandler(parts: InteractionHandlerParts) {
  const { queue, directory, responder, buttonSeal, clock, log, metrics } = parts;
  const form = createForm(parts);
  const commands = createCommandHandler(parts);
  const bulk = createBulkForm(parts);
  const judge = createPressJudge(parts);

  const presserOf = (user: SlackUser, channelId: string | null): Presser => ({
    person: personOf(user),
    channelId,
    isOutsider: user.isForeign,
    namedIn: section.namedIn,
    directory,
  });

  async function send(message: VerdictMessage): Promise<boolean> {
    try {
      await queue(message);
      return true;
    } catch (error) {
      log('click not queued', { surface: 'slack', kind: message.kind, error: String(error) });
      metrics('surface', { Surface: 'slack' }, { ClicksLost: 1 });
      return false;
    }
  }

  /**
   * Says that the queue has the click, if the verdict function has not dealt with it in a moment. To the analyst alone:
   * what replaced the message could cover something newer, and would stay if the click came to nothing.
   */
  async function sayReceived(
    address: Addressed,
    target: Target,
    clicked: Clicked,
    message: VerdictMessage,
  ): Promise<void> {
    if (address.responseUrl === null) return;
    for (const pauseMs of clock.now() - clicked.atMs <= PROMPT_MS ? LOOKS_AFTER_MS : []) {
      await clock.sleep(pauseMs);
      if (await isDealtWith(target, clicked)) return;
    }
    await tell(address, noteDocument([receivedText(message)]));
  }

  /** Whether the analyst was told. */
  async function tell({ responseUrl, threadTs }: Addressed, words: Document): Promise<boolean> {
    if (responseUrl === null) return false;
    const answer = await responder.tell(responseUrl, writeDocument(words), {
      threadTs: threadTs ?? undefined,
    });
    if (answer.is !== 'ok') log('not told', { surface: 'slack', is: answer.is });
    return answer.is === 'ok';
  }

  /** Or something else happened to the case since then, and the message changes anyway. */
  async function isDealtWith(target: Target, { clickId, atMs }: Clicked): Promise<boolean> {
    const late = clock.sleep(LOOK_UP_MS).then(() => null);
    const answer = await Promise.race([parts.answerOf(target).catch(() => null), late]);
    return lastMomentOf(answer) >= atMs || answer?.refused?.some(({ id }) => id === clickId) === true;
  }

  async function pressed(click: BlockActions): Promise<void> {
    if (click.view) return form.follow(click, await buttonSeal());
    const press = readPress(click.payload);
    if (!press) return void log('nothing to do', { surface: 'slack', kind: click.kind });
    const seal = await buttonSeal();
    const read = readTarget(click.payload, seal);
    // A menu says what it is about only together with the buttons beside it, and those are gone.
    if (!read) return void (await tell(click, problemDocument([OUTDATED])));
    const { target } = read;
    const clicked = clickedOf(click);
    const one: Pressed = { press, read, presser: presserOf(click.user, click.channelId), clicked };
    const problem = await judge.findProblem(one);
    if (problem) return void (await refuse(click, problem));
    const wantsForm = form.isNeededFor(press, click) && !(await judge.isRefusedAtOnce(one.presser, target));
    if (wantsForm) return openForm(click, press, target, seal);
    if (!(await decide(click, one))) await tell(click, problemDocument([NOT_TAKEN]));
  }

  async function openForm(
    click: BlockActions,
    press: Press,
    target: Target,
    seal: Seal | null,
  ): Promise<void> {
    const opened = await form.open(click, press, target, seal);
    if (opened === 'refused') await tell(click, problemDocument([NOT_OPENED]));
    // It may be there a moment later, and then a failure would be no truth.
    if (opened === 'unknown') await tell(click, noteDocument([MAY_OPEN]));
  }

  const clickedOf = (click: BlockActions): Clicked => ({
    by: personOf(click.user),
    reply: replyTo(click),
    clickId: clickIdOf(click),
    atMs: pressedAtMs(Math.floor(Number(click.actionTs) * 1_000), clock.now()),
    channelId: click.channelId,
  });

  async function decide(click: BlockActions, pressed: Pressed): Promise<boolean> {
    const { press, read, clicked } = pressed;
    const judged = await judge.authorize(pressed);
    if (judged.is === 'refused') return refuse(click, judged);
    // An analyst who may decide and asked for a form got it.
    if (press.is === 'form' || press.is === 'override') return false;
    const message = pressMessage(press, null, read.target, judged.accepted);
    if (!(await send(message))) return false;
    await sayReceived(click, read.target, clicked, message);
    return true;
  }

  /** Told at once; by the verdict function, which writes it down, only if that did not work. */
  async function refuse(click: BlockActions, { why, denied }: RefusedPress): Promise<boolean> {
    const isTold = await tell(click, problemDocument([{ said: why }]));
    return (denied !== null && (await send(isTold ? { ...denied, reply: null } : denied))) || isTold;
  }

  async function submitted(submission: ViewSubmission): Promise<object | null> {
    const seal = await buttonSeal();
    const read = form.read(submission, seal);
    if (read?.is === 'errors') return { response_action: 'errors', errors: read.errors };
    if (read?.is !== 'answer') {
      log('nothing to do', { surface: 'slack', kind: submission.kind });
      return null;
    }
    const { target, channel, messageTs, threadTs, responseUrl, mode } = read.metadata;
    const by = personOf(submission.user);
    const where = { responseUrl, threadTs: threadTs ?? null };
    const reply = writeReply({ ...where, channel, messageTs: messageTs || null, userId: by.id });
    const clicked: Clicked = {
      ...{ by, reply, clickId: clickIdOf(submission), atMs: clock.now(), channelId: channel },
    };
    const one: Pressed = {
      press: { is: 'outcome', outcome: read.outcome },
      read: { target, origin: read.origin },
      presser: presserOf(submission.user, channel),
      clicked,
    };
    const judged = (await judge.findProblem(one)) ?? (await judge.authorize(one));
    if (judged.is === 'refused') {
      // They read it in the form: no second word about it.
      if (judged.denied) await send({ ...judged.denied, reply: null });
      return atOutcome(judged.why);
    }
    const press: Press = mode === 'override' ? { is: 'override' } : one.press;
    const message = pressMessage(press, read, target, judged.accepted);
    if (!(await send(message))) return atOutcome(NOT_TAKEN);
    await sayReceived(where, target, clicked, message);
    return null;
  }

  const failed = (click: BlockActions) => async (error: unknown) => {
    log('click not taken', { surface: 'slack', error: String(error) });
    metrics('surface', { Surface: 'slack' }, { ClicksLost: 1 });
    await tell(click, problemDocument([NOT_TAKEN]));
  };

  /** What is done for a press. */
  function pressOf(click: BlockActions): (click: BlockActions) => Promise<void> {
    if (bulk.isOpening(click)) return bulk.open;
    if (commands.isProposal(click)) return commands.proposal;
    return commands.isMore(click) ? commands.more : pressed;
  }

  /** The body of the answer; null for an empty one. */
  return async function answer(interaction: SlackInteraction): Promise<object | null> {
    if (interaction.kind === 'view-submission')
      return bulk.isSubmission(interaction) ? bulk.submitted(interaction) : submitted(interaction);
    if (interaction.kind === 'command') return commands.typed(interaction);
    if (interaction.kind === 'url-verification') return { challenge: interaction.challenge };
    if (interaction.kind === 'block-actions') {
      await pressOf(interaction)(interaction).catch(failed(interaction));
    } else log('nothing to do', { surface: 'slack', kind: interaction.type });
    return null;
  };
}

const atOutcome = (error: string) => ({ response_action: 'errors', errors: { [FIELDS.outcome]: error } });
