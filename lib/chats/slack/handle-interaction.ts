import { slack as section } from '../../config/chats/slack.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import type { ClickedMessage } from '../../verdict/verdict-message.ts';
import type { Document } from '../document/document.ts';
import { noteDocument, problemDocument } from '../document/private-document.ts';
import { FIELDS } from '../document/read-form.ts';
import { NOT_TAKEN, receivedText } from '../document/texts.ts';
import type { Click, PressRequest } from '../presses/click.ts';
import { type ClickHandlerParts, createClickHandler } from '../presses/handle-click.ts';
import { readSubmission } from './form-entries.ts';
import type { BlockActions, SlackInteraction, SlashCommand, ViewSubmission } from './interaction.ts';
import { plainBlocks } from './message.ts';
import { createForms, type FormParts } from './open-form.ts';
import { clickOf, locationOf, MENU_ACTION, personOf, readRequest, type SlackLocation } from './read-click.ts';
import { renderAnswer } from './renderer.ts';
import { answerBy, createTellAnalyst, type TellAnalystParts } from './tell-analyst.ts';
import { writeDocument } from './write-document.ts';
import { renderBulkAnswer } from './write-form.ts';

export interface InteractionHandlerParts
  extends FormParts,
    Omit<ClickHandlerParts, 'namedIn' | 'foresees' | 'config'>,
    TellAnalystParts {
  readonly directory: ChatDirectory;
}

const NOT_OPENED = 'The form could not be opened. Press again.';
const MAY_OPEN = 'Slack is slow to open the form. If it does not appear in a moment, press again.';
const OUTDATED = 'This button is out of date: the message shows where the case stands. Nothing was recorded.';

/** What a genuine interaction leads to: a message in the verdict queue, a form, or a word to the analyst. */
export function createInteractionHandler(parts: InteractionHandlerParts) {
  const { directory, buttonSeal, clock, log } = parts;
  const clicks = createClickHandler({ ...parts, namedIn: section.namedIn });
  const forms = createForms(parts);

  const clickFrom = (from: BlockActions | ViewSubmission | SlashCommand, location: SlackLocation): Click =>
    clickOf(from, location, { directory, nowMs: clock.now() });

  const tell = createTellAnalyst(parts);
  const say = (click: Click, location: SlackLocation, words: Document): Promise<boolean> =>
    tell(click, location, writeDocument(words));

  /**
   * Has the analyst told that the queue has the click, if the verdict function does not deal with it in a moment. To the analyst
   * alone: what replaced the message could cover something newer, and would stay if the click came to nothing.
   */
  async function sayReceived(click: Click, location: SlackLocation, message: ClickedMessage): Promise<void> {
    const { domain, caseId } = message;
    const words = writeDocument(noteDocument([receivedText(message)]));
    await tell(click, location, words, { domain, caseId, clickId: click.id });
  }

  async function pressed(from: BlockActions): Promise<void> {
    const seal = await buttonSeal();
    if (from.view) return forms.follow(from.view, { by: personOf(from.user) }, seal);
    const location = locationOf(from);
    const request = readRequest(from.payload, seal);
    if (!request) return void log('nothing to do', { surface: 'slack', kind: from.kind });
    const click = clickFrom(from, location);
    // A menu says what it is about only together with the buttons beside it, and those are gone.
    if (request === 'outdated') return void (await say(click, location, problemDocument([OUTDATED])));
    if (request.is === 'press') return pressedCase(from, click, location, request);
    const taking = () => clicks.take(click, request);
    if (request.is === 'open-bulk') {
      const byMs = answerBy(click, clock.now());
      const opened = await forms.openBulk({ triggerId: from.triggerId, byMs }, location, seal, taking);
      if (opened !== 'opened') await say(click, location, problemDocument([NOT_TAKEN]));
      return;
    }
    const taken = await taking();
    // The answer follows at the same address, and could be there before this.
    if (taken.is === 'answered' && taken.answer.isInterim) return;
    await (taken.is === 'answered'
      ? tell(click, location, renderAnswer(taken.answer))
      : say(click, location, problemDocument([NOT_TAKEN])));
  }

  async function pressedCase(
    from: BlockActions,
    click: Click,
    location: SlackLocation,
    request: PressRequest,
  ) {
    const { press, read } = request;
    const needsForm = forms.isNeededFor(press, from.actionId === MENU_ACTION);
    const taken = await clicks.take(click, { ...request, needsForm });
    switch (taken.is) {
      case 'refused': {
        const isTold = await say(click, location, problemDocument([{ said: taken.why }]));
        return clicks.noteDenied(click, taken, { isTold });
      }
      case 'open-form': {
        const form = { press, target: read.target, seal: await buttonSeal() };
        const opening = { triggerId: from.triggerId, byMs: answerBy(click, clock.now()) };
        const opened = await (press.is === 'evidence'
          ? forms.openEvidence(opening, read.target)
          : forms.openVerdict(opening, click, location, form));
        if (opened === 'refused') await say(click, location, problemDocument([NOT_OPENED]));
        // The form may open a moment later, so the bridge does not call it a failure.
        if (opened === 'unknown') await say(click, location, noteDocument([MAY_OPEN]));
        return;
      }
      case 'queued':
        return sayReceived(click, location, taken.message);
      case 'errors':
        return void (await say(click, location, problemDocument([Object.values(taken.errors).join(' ')])));
      default:
        await say(click, location, problemDocument([NOT_TAKEN]));
    }
  }

  async function submitted(submission: ViewSubmission): Promise<object | null> {
    const read = readSubmission(submission.view, await buttonSeal());
    if (!read) {
      log('nothing to do', { surface: 'slack', kind: submission.kind });
      return null;
    }
    const { location, request } = read;
    const click = clickFrom(submission, location);
    const taken = await clicks.take(click, request);
    const firstField = request.is === 'press' ? FIELDS.outcome : FIELDS.cases;
    switch (taken.is) {
      case 'refused':
        // The analyst reads it in the form, and is not told a second time.
        await clicks.noteDenied(click, taken, { isTold: true });
        return errorsAt({ [firstField]: taken.why });
      case 'errors':
        return errorsAt(taken.errors);
      case 'answered':
        return { response_action: 'update', view: renderBulkAnswer(taken.answer) };
      case 'queued':
        await sayReceived(click, location, taken.message);
        return null;
      default:
        return errorsAt({ [firstField]: NOT_TAKEN });
    }
  }

  /** The body of the answer, which Slack shows to the person who typed it. */
  async function typed(command: SlashCommand): Promise<object> {
    const click = clickFrom(command, locationOf(command));
    const taken = await clicks.take(click, { is: 'command', text: command.text });
    const message =
      taken.is === 'answered' ? renderAnswer(taken.answer) : writeDocument(problemDocument([NOT_TAKEN]));
    return { response_type: 'ephemeral', text: message.text, blocks: plainBlocks(message) };
  }

  /** The body of the answer; null for an empty one. */
  return async function answer(interaction: SlackInteraction): Promise<object | null> {
    if (interaction.kind === 'view-submission') return submitted(interaction);
    if (interaction.kind === 'command') return typed(interaction);
    if (interaction.kind === 'url-verification') return { challenge: interaction.challenge };
    if (interaction.kind === 'unknown') log('nothing to do', { surface: 'slack', kind: interaction.type });
    else
      await pressed(interaction).catch(async (error: unknown) => {
        clicks.lost('slack', error);
        const location = locationOf(interaction);
        await say(clickFrom(interaction, location), location, problemDocument([NOT_TAKEN]));
      });
    return null;
  };
}

const errorsAt = (errors: object) => ({ response_action: 'errors', errors });
