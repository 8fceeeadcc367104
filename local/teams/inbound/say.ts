import { z } from 'zod';
import { type Result, watch, whyNotTaken } from '../../stand-in-kit/deliver.ts';
import { name } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { READ_GROUP } from '../graph/list-messages.ts';
import { overlay } from '../json.ts';
import type { Seen, Service } from '../service.ts';
import type { Forged } from '../settings.ts';
import { conversationId } from '../state/messages.ts';
import { channelOf, envelopeOf, personOf } from './envelope.ts';
import { sendActivity } from './send-activity.ts';

export const Saying = z.strictObject({
  channel: name,
  userId: name,
  text: name,
  /** The message that began the thread. */
  root: name.optional(),
  /** The bot is told if it is mentioned, which it is if this is absent; or if it may read the channel. */
  mention: z.boolean().optional(),
  /** A slash command: only the person and the bot see it. */
  slash: z.boolean().optional(),
});
export type Saying = z.infer<typeof Saying> & Forged;

/** A person writes something, in the channel or in a thread. */
export const say = async (
  service: Service,
  { channel: channelId, userId, text, root, ...more }: Saying,
): Promise<Result<Seen>> => {
  const person = personOf(service, userId);
  return watch(service, person.id, async () => {
    const { identity, messages, directory } = service;
    const channel = channelOf(service, channelId, person);
    const team = directory.teamOf(channel);
    if (root !== undefined && messages.find(channelId, root) === undefined)
      throw new NotPossible(`There is no message ${root} in ${channelId}.`);
    const isSlash = more.slash === true;
    const mentioned = more.mention ?? !isSlash;
    if ((mentioned || isSlash) && !directory.hasBot(channel))
      throw new NotPossible(`The bot is not in ${channel.id}.`);
    const called = `<at>${identity.botName}</at>`;
    const words = mentioned ? `${called} ${text}` : text;
    const mention = {
      type: 'mention',
      text: called,
      mentioned: { id: identity.botId, name: identity.botName },
    };
    const message = messages.post({
      channel: channel.id,
      from: person.id,
      text: words,
      textFormat: 'markdown',
      cards: [],
      entities: mentioned ? [mention] : [],
      ...(root === undefined ? {} : { root }),
      ...(isSlash ? { onlyFor: person.id } : {}),
    });
    const isHeard = mentioned || isSlash || (directory.hasBot(channel) && team.consents.has(READ_GROUP));
    if (!isHeard) return { outcome: { kind: 'not-sent' } };
    const conversation = conversationId(channel.id, message.root);
    const envelope = envelopeOf(service, { type: 'message', person, team, channel, conversation });
    const activity = overlay(envelope, {
      id: message.id,
      text: words,
      textFormat: 'plain',
      entities: [...(mentioned ? [mention] : []), ...(envelope.entities as object[])],
      ...(root === undefined ? {} : { replyToId: root }),
      ...(isSlash ? { recipient: { isTargeted: true } } : {}),
    });
    const outcome = await sendActivity(service, activity, more.forging);
    const why = whyNotTaken(service, outcome);
    if (why !== undefined) service.sightings.add(person.id, 'error', `The bot did not hear that: ${why}`);
    return { outcome, payload: activity };
  });
};
