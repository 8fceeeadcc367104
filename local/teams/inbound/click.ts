import { z } from 'zod';
import { type Result, watch, whyNotTaken } from '../../stand-in-kit/deliver.ts';
import { type Fields, isFields, name } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { actionsOf, type PlacedAction } from '../cards/walk-card.ts';
import { overlay } from '../json.ts';
import type { Seen, Service } from '../service.ts';
import type { Forged } from '../settings.ts';
import type { Person } from '../state/directory.ts';
import { conversationId, type Message } from '../state/messages.ts';
import { channelOf, envelopeOf, personOf } from './envelope.ts';
import { fillInputs, Given } from './fill-inputs.ts';
import { sendActivity } from './send-activity.ts';
import { readAnswer } from './take-answer.ts';

export const Click = z.strictObject({
  channel: name,
  /** The message with the card. */
  id: name,
  userId: name,
  /** Which button: everything given has to match, and exactly one button has to remain. */
  verb: name.optional(),
  actionId: name.optional(),
  title: name.optional(),
  inputs: Given.optional(),
  /** An older client, which knows only the fallback of `Action.Execute`. */
  olderClient: z.boolean().optional(),
  /** The card as it was this many edits ago: an outdated screen. */
  editsAgo: z.int().min(0).optional(),
  /** From a screen that may be outdated: the newest card that has the button counts. */
  mayBeOld: z.boolean().optional(),
});
export type Click = z.infer<typeof Click> & Forged;

/** The card that this person sees, and those that they may still see. */
const cardsBefore = (message: Message, person: Person, { editsAgo = 0, mayBeOld }: Click): Fields[] => {
  const own = message.privately.get(person.id);
  const earlier = message.before.toReversed().map(({ cards }) => cards[0]);
  const cards =
    editsAgo === 0
      ? mayBeOld
        ? [own, message.cards[0], ...earlier]
        : [own ?? message.cards[0]]
      : [earlier[editsAgo - 1]];
  const shown = cards.filter((card) => card !== undefined);
  if (shown.length === 0) throw new NotPossible(`The message ${message.id} has no card.`);
  return shown;
};

const findAction = (shown: readonly Fields[], { verb, actionId, title }: Click): PlacedAction => {
  const isMeant = ({ action }: PlacedAction) =>
    (verb === undefined || action.verb === verb) &&
    (actionId === undefined || action.id === actionId) &&
    (title === undefined || action.title === title);
  const found = shown.map((card) => actionsOf(card).filter(isMeant)).find((some) => some.length > 0) ?? [];
  const [placed] = found;
  const asked = verb ?? actionId ?? title ?? '';
  if (placed === undefined) throw new NotPossible(`There is no button "${asked}" on the card.`);
  if (found.length > 1) throw new NotPossible(`There is more than one button "${asked}" on the card.`);
  if (placed.action.isEnabled === false) throw new NotPossible(`The button "${asked}" is switched off.`);
  return placed;
};

/** What an older client does with the button. */
const olderAction = ({ fallback, title }: Fields): Fields => {
  if (isFields(fallback)) return fallback;
  throw new NotPossible(`An older client does not show the button "${title}".`);
};

const bodyOf = (action: Fields, data: Fields): Fields => {
  if (action.type === 'Action.Submit') return { type: 'message', value: data };
  const { type, id, title, verb } = action;
  const named = id === undefined ? {} : { id };
  return {
    type: 'invoke',
    name: 'adaptiveCard/action',
    value: { action: { type, ...named, title, verb, data }, trigger: 'manual' },
  };
};

export const showAnswer = (
  service: Service,
  message: Message,
  person: Person,
  outcome: Result['outcome'],
): void => {
  if (outcome.kind === 'not-sent') return;
  const { messages, sightings } = service;
  const answer = readAnswer(service, outcome);
  if (answer.kind !== 'card') {
    sightings.add(person.id, answer.kind, answer.text);
    return;
  }
  // The bot may have updated the message in the meantime; the answer replaces the current card.
  const current = messages.find(message.channel, message.id);
  if (current !== undefined) messages.replaceFor(current, person.id, answer.card);
  sightings.add(person.id, 'card', message.id);
};

/** The channel with its team; undefined for the person's own chat with the bot. */
export const placeOf = (service: Service, where: string, person: Person) => {
  if (service.directory.inChat(where)?.id === person.id) return undefined;
  const channel = channelOf(service, where, person);
  return { channel, team: service.directory.teamOf(channel) };
};

/** Presses a button like a person: what is not shown cannot be pressed, and inputs have to be valid. */
export const clickButton = async (service: Service, click: Click): Promise<Result<Seen>> => {
  const person = personOf(service, click.userId);
  return watch(service, person.id, async () => {
    const place = placeOf(service, click.channel, person);
    const message = service.messages.find(click.channel, click.id);
    const isSeen = message?.onlyFor === undefined || message.onlyFor === person.id;
    if (message === undefined || !isSeen)
      throw new NotPossible(`There is no message ${click.id} in ${click.channel}.`);
    const { action: shown, cards } = findAction(cardsBefore(message, person, click), click);
    const older = click.olderClient === true && shown.type === 'Action.Execute';
    const action = older ? olderAction(shown) : shown;
    if (!/^Action\.(?:Execute|Submit)$/.test(String(action.type))) return { outcome: { kind: 'not-sent' } };
    const filled = fillInputs(action.associatedInputs === 'none' ? [] : cards, click.inputs);
    if (!filled.ok) {
      service.sightings.add(person.id, 'error', `Not sent: ${filled.mistakes.join(', ')}`);
      return { outcome: { kind: 'not-sent' } };
    }
    const data = { ...(isFields(action.data) ? action.data : {}), ...filled.values };
    const body = bodyOf(action, data);
    const envelope = envelopeOf(service, {
      type: String(body.type),
      person,
      ...place,
      conversation: place ? conversationId(click.channel, message.root) : click.channel,
    });
    const source = { source: { name: 'message' }, legacy: { replyToId: message.id } };
    const activity = overlay(envelope, { ...body, replyToId: message.id, channelData: source });
    const outcome = await sendActivity(service, activity, click.forging);
    const why = whyNotTaken(service, outcome);
    if (body.type === 'invoke') showAnswer(service, message, person, outcome);
    else if (why !== undefined) service.sightings.add(person.id, 'error', `That did not work: ${why}`);
    return { outcome, payload: activity };
  });
};
