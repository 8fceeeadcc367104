import type { Seal } from '../../base/seal.ts';
import type { AuthorityConfig } from '../../config/authority.ts';
import { teams as section } from '../../config/chats/teams.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { BULK } from '../document/bulk-words.ts';
import type { CaseList } from '../document/case-list.ts';
import { type CommandAnswer, plainAnswer } from '../document/command-answer.ts';
import { NOT_TAKEN, receivedText } from '../document/texts.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import { PRESS_PROBLEMS } from '../presses/check-press.ts';
import type { ClickRequest } from '../presses/click.ts';
import { type ClickHandlerParts, createClickHandler, type Taken } from '../presses/handle-click.ts';
import type { CardClick, PersonalMessage, TeamsActivity } from './activity.ts';
import { renderBulkAnswer, renderBulkForm } from './bulk-card.ts';
import { discoverChannel } from './channel-discovery.ts';
import type { ChannelNews } from './channel-message.ts';
import { writeDirectMessage } from './direct-message.ts';
import { foresee } from './foresee.ts';
import { cardAnswer, type InvokeAnswer, messageAnswer } from './invoke-answer.ts';
import { CARD_TYPE } from './message.ts';
import { titleLine } from './plain-text.ts';
import { askIdOf, clickOf, type ReadClickParts, readRequest } from './read-click.ts';
import { renderAnswer } from './renderer.ts';
import type { ServiceAddresses } from './service-address.ts';

export interface ActivityHandlerParts
  extends Omit<ClickHandlerParts, 'namedIn' | 'foresees'>,
    Pick<ReadClickParts, 'directoryAt'>,
    Pick<EndpointParts, 'sendNews' | 'buttonSeal'> {
  readonly config: AuthorityConfig & {
    readonly teams?: Pick<NonNullable<BridgeConfig['teams']>, 'tenantId'> | undefined;
  };
  readonly addresses: ServiceAddresses;
}

export interface TeamsAnswered {
  /** The body of the answer; null for an empty one. */
  readonly body: InvokeAnswer | null;
  /** News about a channel, which the notifier saves and answers with a greeting. */
  readonly news: ChannelNews | null;
}

/** In less than this nobody can have dealt with a click and updated its card. */
const PROMPT_MS = 300;
const NOBODY = 'Teams did not say who you are. Nothing was recorded.';
const NOBODY_ASKS = 'Teams did not say who you are, so you cannot be answered.';
const FAILED = messageAnswer(NOT_TAKEN);
const UNKNOWN_BUTTON = messageAnswer('This button is out of date. Nothing was recorded.');

/** What a genuine activity leads to: a message in the verdict queue and an answer to the analyst. */
export function createActivityHandler(parts: ActivityHandlerParts) {
  const { config, directoryAt, addresses, sendNews, buttonSeal, clock, log } = parts;
  const clicks = createClickHandler({ ...parts, namedIn: section.namedIn, foresees: true });

  const clickFrom = (activity: CardClick | PersonalMessage) =>
    clickOf(activity, { directoryAt, tenantId: config.teams?.tenantId, nowMs: clock.now() });

  async function pressed(activity: CardClick): Promise<InvokeAnswer> {
    const seal = await buttonSeal();
    const request = readRequest(activity, seal);
    if (!request || request === 'outdated') {
      log('nothing to do', { surface: 'teams', kind: activity.kind });
      return UNKNOWN_BUTTON;
    }
    const click = clickFrom(activity);
    if (!click) return messageAnswer(request.is === 'more' ? NOBODY_ASKS : NOBODY);
    // More of an answer is shown in the chat where the answer is, and a proposal is answered in its channel.
    const channelId = request.is === 'more' ? (activity.personal ?? null) : activity.channel;
    if ((request.is === 'more' || request.is === 'proposal') && channelId === null)
      return messageAnswer(PRESS_PROBLEMS.altered);
    const taken = await clicks.take({ ...click, channelId }, request);
    // The analyst reads it in the answer, and is not told a second time.
    if (taken.is === 'refused') await clicks.noteDenied(click, taken, { isTold: true });
    return answerTo(taken, request, seal);
  }

  function answerTo(taken: Taken, request: ClickRequest, seal: Seal | null): InvokeAnswer {
    switch (taken.is) {
      case 'refused':
        return messageAnswer(taken.why);
      case 'errors':
        return messageAnswer(Object.values(taken.errors).join(' '));
      case 'queued':
        return queuedAnswer(taken, seal);
      case 'answered':
        return 'list' in request
          ? bulkAnswer(taken.answer, request.list, seal)
          : messageAnswer(titleLine(taken.answer.title));
      case 'form': {
        const form = seal && renderBulkForm(taken, seal.of);
        return form ? cardAnswer(form) : bulkAnswer(plainAnswer(BULK.none), taken.list, seal);
      }
      default:
        return FAILED;
    }
  }

  function queuedAnswer(
    { message, known, sentAtMs }: Extract<Taken, { is: 'queued' }>,
    seal: Seal | null,
  ): InvokeAnswer {
    const received = messageAnswer(receivedText(message));
    if (!known) return received;
    const answer = foresee(message, known, { config, nowMs: clock.now(), sealOf: seal?.of });
    // If the queue was slow, the card may have been updated for everybody, and an older card must not cover that.
    return clock.now() - sentAtMs <= PROMPT_MS || answer.type !== CARD_TYPE ? answer : received;
  }

  /** The notifier says the answer: it alone may speak as the bot. */
  async function typed(message: PersonalMessage): Promise<void> {
    const click = clickFrom(message);
    const taken = click && (await clicks.take(click, { is: 'command', text: message.text }));
    const answer = taken?.is === 'answered' ? taken.answer : plainAnswer(taken ? NOT_TAKEN : NOBODY_ASKS);
    const seal = await buttonSeal();
    if (!seal) return void log('not told', { surface: 'teams', because: 'there is no key yet' });
    const { conversation, origin } = message;
    const mark = `${askIdOf(message)} taken`;
    const where = { conversation, serviceUrl: origin.serviceUrl, mark, atMs: clock.now() };
    await sendNews(writeDirectMessage({ ...where, ...renderAnswer(answer) }, seal), {
      group: conversation,
      id: mark,
    });
  }

  return async function answer(activity: TeamsActivity): Promise<TeamsAnswered> {
    if (activity.kind === 'channel-news') return { body: null, news: discoverChannel(activity, addresses) };
    if (activity.kind === 'ignored') log('nothing to do', { surface: 'teams', kind: activity.type });
    if (activity.kind === 'personal-message') await typed(activity);
    if (activity.kind !== 'card-click') return { body: null, news: null };
    const body = await pressed(activity).catch((error: unknown) => {
      clicks.lost('teams', error);
      return FAILED;
    });
    // An Action.Submit gets no answer: the card itself shows the result.
    return { body: activity.via === 'invoke' ? body : null, news: null };
  };
}

const bulkAnswer = (answer: CommandAnswer, list: CaseList | null, seal: Seal | null): InvokeAnswer =>
  list && seal ? cardAnswer(renderBulkAnswer(answer, list, seal.of)) : FAILED;
