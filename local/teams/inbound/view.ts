import { z } from 'zod';
import { type Result, watch } from '../../stand-in-kit/deliver.ts';
import { type Fields, isFields, name } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { overlay } from '../json.ts';
import type { Seen, Service } from '../service.ts';
import type { Forged } from '../settings.ts';
import { conversationId } from '../state/messages.ts';
import { placeOf, showAnswer } from './click.ts';
import { envelopeOf, personOf } from './envelope.ts';
import { sendActivity } from './send-activity.ts';

export const Viewing = z.strictObject({ channel: name, id: name, userId: name });
export type Viewing = z.infer<typeof Viewing> & Forged;

/** The action that Teams takes by itself when this person looks at the card; undefined for everybody else. */
const refreshFor = (card: Fields | undefined, personId: string): Fields | undefined => {
  const refresh = isFields(card?.refresh) ? card.refresh : {};
  const isNamed = Array.isArray(refresh.userIds) && refresh.userIds.includes(personId);
  return isNamed && isFields(refresh.action) ? refresh.action : undefined;
};

/** A person looks at a message. The card of everybody counts: what somebody was answered is not refreshed again. */
export const viewMessage = (
  service: Service,
  { channel, id, userId, forging }: Viewing,
): Promise<Result<Seen>> => {
  const person = personOf(service, userId);
  return watch(service, person.id, async () => {
    const place = placeOf(service, channel, person);
    const message = service.messages.find(channel, id);
    if (message === undefined) throw new NotPossible(`There is no message ${id} in ${channel}.`);
    const action = refreshFor(message.cards[0], person.id);
    if (action === undefined) return { outcome: { kind: 'not-sent' } };
    const conversation = place ? conversationId(channel, message.root) : channel;
    const envelope = envelopeOf(service, { type: 'invoke', person, ...place, conversation });
    const activity = overlay(envelope, {
      name: 'adaptiveCard/action',
      value: { action, trigger: 'automatic' },
      replyToId: message.id,
    });
    const outcome = await sendActivity(service, activity, forging);
    showAnswer(service, message, person, outcome);
    return { outcome, payload: activity };
  });
};
