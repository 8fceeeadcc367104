import { slack as section } from '../../config/chats/slack.ts';
import type { Metrics } from '../../config/metrics.ts';
import { type Authorization, authorize } from '../../verdict/authorize.ts';
import type { Person } from '../../verdict/case-verdict.ts';
import type { VerdictMessage } from '../../verdict/verdict-message.ts';
import type { Target } from '../shared/button-target.ts';
import {
  type Clicked,
  decideMessage,
  deniedMessage,
  secondThoughtMessage,
} from '../shared/click-messages.ts';
import type { Press } from '../shared/press.ts';
import { notAllowedText } from '../shared/refusal-text.ts';
import { NOT_TAKEN } from '../shared/texts.ts';
import { FIELDS } from '../shared/verdict-form.ts';
import { clickIdOf } from './click-id.ts';
import { personOf, replyTo, writeReply } from './clicker.ts';
import { createForm, type FormParts } from './form.ts';
import type { IsGroupMember } from './groups.ts';
import type { BlockActions, SlackInteraction, ViewSubmission } from './interaction.ts';
import { readPress, readTarget } from './read-press.ts';
import { renderProblem } from './render-private.ts';
import type { Responder } from './respond.ts';

export interface InteractionHandlerParts extends FormParts {
  /** The one durable effect of a click. Resolves only when the queue has it. */
  readonly queue: (message: VerdictMessage) => Promise<void>;
  readonly isMember: IsGroupMember;
  readonly responder: Responder;
  readonly metrics: Metrics;
}

const NOT_OPENED = 'The form could not be opened: please press again.';

/** What a genuine interaction leads to: a message in the verdict queue, a form, or a word to the analyst. */
export function createInteractionHandler(parts: InteractionHandlerParts) {
  const { config, queue, isMember, responder, clock, log, metrics } = parts;
  const form = createForm(parts);

  function mayDecide(
    person: Person,
    channelId: string | null,
    target: Target,
    asked: IsGroupMember = isMember,
  ): Promise<Authorization> {
    const { verdicts, destinations } = config;
    const destination = destinations[target.destination];
    const { namedIn } = section;
    return authorize({ verdicts, person, channelId, destination, namedIn, isMember: asked });
  }

  /** What can be said without asking Slack. Who is in a group is asked when the form comes back. */
  const isRefusedAtOnce = async (click: BlockActions, target: Target): Promise<boolean> =>
    (await mayDecide(personOf(click.user), click.channelId, target, async () => 'unknown')).is === 'denied';

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

  async function pressed(click: BlockActions): Promise<void> {
    const [press, target] = [readPress(click.payload), readTarget(click.payload)];
    if (!press || !target) return void log('nothing to do', { surface: 'slack', kind: click.kind });
    const wantsForm = form.isNeededFor(press, click) && !(await isRefusedAtOnce(click, target));
    const done = wantsForm ? await form.open(click, press, target) : await decide(click, press, target);
    if (done || click.responseUrl === null) return;
    const threadTs = click.threadTs ?? undefined;
    const problem = renderProblem([wantsForm ? NOT_OPENED : NOT_TAKEN]);
    await responder.tell(click.responseUrl, problem, { threadTs });
  }

  async function decide(click: BlockActions, press: Press, target: Target): Promise<boolean> {
    const by = personOf(click.user);
    const clicked: Clicked = { by, reply: replyTo(click), clickId: clickIdOf(click), atMs: clock.now() };
    const allowed = await mayDecide(by, click.channelId, target);
    if (allowed.is !== 'allowed') {
      return send(deniedMessage(notAllowedText(allowed, by.surface), press.is, target, clicked));
    }
    if (press.is === 'outcome') {
      const { outcome } = press;
      return send(decideMessage(target, clicked, { outcome, comment: null, eventIds: [], overrides: null }));
    }
    // An analyst who may decide and asked for a form got it.
    if (press.is === 'form' || press.is === 'override') return false;
    return send(secondThoughtMessage(press.is, target, clicked));
  }

  async function submitted(submission: ViewSubmission): Promise<object | null> {
    const read = form.read(submission);
    if (read?.is === 'errors') return { response_action: 'errors', errors: read.errors };
    if (read?.is !== 'answer') {
      log('nothing to do', { surface: 'slack', kind: submission.kind });
      return null;
    }
    const { metadata, outcome, comment, eventIds } = read;
    const { target, channel, messageTs, responseUrl, mode } = metadata;
    const by = personOf(submission.user);
    const reply = writeReply({ responseUrl, channel, messageTs: messageTs || null, userId: by.id });
    const clicked: Clicked = { by, reply, clickId: clickIdOf(submission), atMs: clock.now() };
    const allowed = await mayDecide(by, channel, target);
    if (allowed.is !== 'allowed') {
      // They read it in the form: no second word about it.
      const why = notAllowedText(allowed, by.surface);
      await send(deniedMessage(why, outcome, target, { ...clicked, reply: null }));
      return atOutcome(why);
    }
    const overrides = mode === 'override' ? target.decisionId : null;
    const sent = await send(decideMessage(target, clicked, { outcome, comment, eventIds, overrides }));
    return sent ? null : atOutcome(NOT_TAKEN);
  }

  /** The body of the answer; null for an empty one. */
  return async function answer(interaction: SlackInteraction): Promise<object | null> {
    if (interaction.kind === 'view-submission') return submitted(interaction);
    if (interaction.kind === 'url-verification') return { challenge: interaction.challenge };
    if (interaction.kind === 'block-actions') await pressed(interaction);
    else log('nothing to do', { surface: 'slack', kind: interaction.type });
    return null;
  };
}

const atOutcome = (error: string) => ({ response_action: 'errors', errors: { [FIELDS.outcome]: error } });
