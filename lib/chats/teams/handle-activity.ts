import type { Seal } from '../../base/seal.ts';
import type { Person } from '../../case/answer.ts';
import type { AuthorityConfig } from '../../config/authority.ts';
import { teams as section } from '../../config/chats/teams.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { isSamePerson } from '../../verdict/same-person.ts';
import type { CaseList } from '../document/bulk-list.ts';
import { BULK } from '../document/bulk-words.ts';
import { readTarget } from '../document/button-target.ts';
import { type CommandAnswer, plainAnswer } from '../document/command-answer.ts';
import { renderRules } from '../document/outcome-choices.ts';
import { pressOf } from '../document/press.ts';
import { APP_NAME, NOT_TAKEN, receivedText } from '../document/texts.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import { findPressProblem, PRESS_PROBLEMS } from '../presses/check-press.ts';
import type { ClickRequest } from '../presses/click.ts';
import { type ClickHandlerParts, createClickHandler, type Taken } from '../presses/handle-click.ts';
import type { CardClick, PersonalMessage, TeamsActivity } from './activity.ts';
import { renderBulkAnswer, renderBulkForm } from './bulk-card.ts';
import { discoverChannel } from './channel-discovery.ts';
import type { ChannelNews } from './channel-message.ts';
import { privatePlace, writeDirectMessage } from './direct-message.ts';
import { foresee, foreseesRefusal } from './instant-answer.ts';
import { cardAnswer, type InvokeAnswer, messageAnswer } from './invoke-answer.ts';
import { CARD_TYPE, type Card, type TeamsMessage } from './message.ts';
import { titleLine } from './plain-text.ts';
import { askIdOf, clickIdOf, clickOf, type ReadClickParts, readRequest, whereOf } from './read-click.ts';
import { REFRESH_VERB } from './refresh-action.ts';
import { renderAnswer, renderCaseCard } from './renderer.ts';
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
const NOT_REFRESHED = 'This card could not be refreshed. It changes when the case does.';
const FAILED = messageAnswer(NOT_TAKEN);
const UNKNOWN_BUTTON = messageAnswer('This button is out of date. Nothing was recorded.');

/** What a genuine activity leads to: a message in the verdict queue and an answer to the analyst. */
export function createActivityHandler(parts: ActivityHandlerParts) {
  const { config, directoryAt, addresses, lookUp, sendNews, buttonSeal, clock, log } = parts;
  const clicks = createClickHandler({
    ...parts,
    namedIn: section.namedIn,
    foresees: (message, known) => foreseesRefusal(message, known, { config, nowMs: clock.now() }),
  });

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
    const channelId = (request.is === 'more' ? activity.personal : null) ?? activity.channel;
    if ((request.is === 'more' || request.is === 'proposal') && channelId === null)
      return messageAnswer(PRESS_PROBLEMS.altered);
    const taken = await clicks.take({ ...click, channelId }, request);
    // The analyst reads it in the answer, and is not told a second time.
    if (taken.is === 'refused') await clicks.noteDenied(click, taken, { isTold: true });
    return answerTo(taken, request, seal);
  }

  /** The card as it stands now, without what this person cannot want. It tells nobody more than the one that was posted there. */
  async function refreshed(activity: CardClick): Promise<InvokeAnswer> {
    const seal = await buttonSeal();
    const read = readTarget(activity.entries.target, seal);
    const where = { surface: 'teams', channelId: activity.channel };
    const problem = read ? await findPressProblem({ config, lookUp }, read, where) : 'altered';
    if (problem || !read) return messageAnswer(PRESS_PROBLEMS[problem ?? 'altered']);
    const known = await lookUp(read.target);
    const rules = { ...renderRules(config), sealOf: seal?.of };
    const reader = clickFrom(activity)?.by;
    const isReader = (person: Person) => reader !== undefined && isSamePerson(person, reader, config.people);
    const card = known && renderCaseCard(rules, known.delivery, known.answer, { isReader });
    return card ? cardAnswer(card) : messageAnswer(PRESS_PROBLEMS['not-known']);
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

  /** Through the notifier, which alone may speak as the bot. A word that cannot be sent never fails what it is about. */
  async function tellAlone(activity: CardClick | PersonalMessage, message: TeamsMessage, mark: string) {
    const notTold = (because: string) => log('not told', { surface: 'teams', because });
    const [seal, place] = [await buttonSeal(), privatePlace(whereOf(activity))];
    if (!seal) return notTold('there is no key yet');
    if (!place) return notTold('everybody in the channel would see it');
    const word = writeDirectMessage({ ...place, mark, atMs: clock.now(), ...message }, seal);
    await sendNews(word, { group: place.conversation, id: mark });
  }

  async function typed(message: PersonalMessage): Promise<void> {
    const click = clickFrom(message);
    const taken = click && (await clicks.take(click, { is: 'command', text: message.text }));
    const answer = taken?.is === 'answered' ? taken.answer : plainAnswer(taken ? NOT_TAKEN : NOBODY_ASKS);
    await tellAlone(message, renderAnswer(answer), `${askIdOf(message)} taken`);
  }

  /**
   * An Action.Submit, which clients send that do not know Action.Execute, cannot be answered: what the invoke would have said is a
   * message that only this person sees. The card of a case is not: everybody's is about to show it.
   */
  async function tellSubmitted(activity: CardClick, { type, value }: InvokeAnswer): Promise<void> {
    if (type === CARD_TYPE && pressOf(activity.verb)) return;
    const message =
      type === CARD_TYPE
        ? { summary: APP_NAME, card: value as Card }
        : renderAnswer(plainAnswer(String(value)));
    await tellAlone(activity, message, `${clickIdOf(activity)} told`).catch((error: unknown) =>
      log('not told', { surface: 'teams', because: 'submitted', error: String(error) }),
    );
  }

  return async function answer(activity: TeamsActivity): Promise<TeamsAnswered> {
    if (activity.kind === 'channel-news') return { body: null, news: discoverChannel(activity, addresses) };
    if (activity.kind === 'ignored') log('nothing to do', { surface: 'teams', kind: activity.type });
    if (activity.kind === 'personal-message') await typed(activity);
    if (activity.kind !== 'card-click') return { body: null, news: null };
    if (activity.verb === REFRESH_VERB) {
      // Nobody pressed anything, so no click is lost.
      const body = await refreshed(activity).catch((error: unknown) => {
        log('not refreshed', { surface: 'teams', error: String(error) });
        return messageAnswer(NOT_REFRESHED);
      });
      return { body: activity.via === 'invoke' ? body : null, news: null };
    }
    const body = await pressed(activity).catch((error: unknown) => {
      clicks.lost('teams', error);
      return FAILED;
    });
    if (activity.via === 'invoke') return { body, news: null };
    await tellSubmitted(activity, body);
    return { body: null, news: null };
  };
}

const bulkAnswer = (answer: CommandAnswer, list: CaseList | null, seal: Seal | null): InvokeAnswer =>
  list && seal ? cardAnswer(renderBulkAnswer(answer, list, seal.of)) : FAILED;
