import { z } from 'zod';
import { type Result, watch, whyNotTaken } from '../../stand-in-kit/deliver.ts';
import { name } from '../../stand-in-kit/fields.ts';
import { overlay } from '../json.ts';
import type { Seen, Service } from '../service.ts';
import type { Forged } from '../settings.ts';
import { envelopeOf, personOf } from './envelope.ts';
import { sendActivity } from './send-activity.ts';

export const Writing = z.strictObject({ userId: name, text: name });
export type Writing = z.infer<typeof Writing> & Forged;

/** A person writes to the bot alone. The first message opens the chat. */
export const write = async (service: Service, { userId, text, forging }: Writing): Promise<Result<Seen>> => {
  const person = personOf(service, userId);
  return watch(service, person.id, async () => {
    const conversation = service.directory.openChat(person);
    const message = service.messages.post({
      channel: conversation,
      from: person.id,
      text,
      textFormat: 'plain',
      cards: [],
      entities: [],
    });
    const envelope = envelopeOf(service, { type: 'message', person, conversation });
    const activity = overlay(envelope, { id: message.id, text, textFormat: 'plain' });
    const outcome = await sendActivity(service, activity, forging);
    const why = whyNotTaken(service, outcome);
    if (why !== undefined) service.sightings.add(person.id, 'error', `The bot did not hear that: ${why}`);
    return { outcome, payload: activity };
  });
};
