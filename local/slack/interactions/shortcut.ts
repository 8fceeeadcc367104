import { type Result, watch } from '../../stand-in-kit/deliver.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import type { Seen, Service } from '../service.ts';
import { showMessage } from '../show-message.ts';
import { channelFields, channelOf, envelopeOf, personOf } from './actor.ts';
import { sendInteraction, wasTaken } from './send-request.ts';

export type Shortcut = {
  readonly callbackId: string;
  readonly userId: string;
  /** With a message it is a message shortcut, else a global one. */
  readonly channel?: string | undefined;
  readonly ts?: string | undefined;
};

const aboutMessage = (service: Service, { channel: channelId, ts, userId }: Shortcut) => {
  const channel = channelOf(service, channelId ?? '', userId);
  const message = service.messages.find(channel.id, ts ?? '');
  if (message === undefined || message.onlyFor !== undefined)
    throw new NotPossible(`There is no message ${ts} in ${channel.id}.`);
  return {
    message_ts: message.ts,
    channel: channelFields(channel),
    message: showMessage(service, message),
    response_url: service.responseUrls.mint('app', { channel: channel.id, userId, ts: message.ts }),
  };
};

export const useShortcut = (service: Service, shortcut: Shortcut): Promise<Result<Seen>> =>
  watch(service, shortcut.userId, async () => {
    const person = personOf(service, shortcut.userId);
    const onMessage = shortcut.ts !== undefined;
    const payload = {
      type: onMessage ? 'message_action' : 'shortcut',
      callback_id: shortcut.callbackId,
      ...envelopeOf(service, person),
      action_ts: service.timestamps.next(),
      ...(onMessage ? aboutMessage(service, shortcut) : {}),
    };
    const outcome = await sendInteraction(service, payload);
    wasTaken(service, person.id, outcome, 'The shortcut did not work');
    return { outcome, payload };
  });
