import { NotPossible } from '../not-possible.ts';
import type { Service } from '../service.ts';
import { showMessage } from '../show-message.ts';
import { channelFields, channelOf, envelopeOf, personOf, type Result, watch } from './actor.ts';
import { deliver, formOf, wasTaken } from './deliver.ts';

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

export const useShortcut = (service: Service, shortcut: Shortcut): Promise<Result> =>
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
    const { interactivity: url } = service.settings.requestUrls;
    const outcome = await deliver(service, { kind: payload.type, url, body: formOf(payload) });
    wasTaken(service, person.id, outcome, 'The shortcut did not work');
    return { outcome, payload };
  });
