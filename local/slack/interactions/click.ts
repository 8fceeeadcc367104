import { z } from 'zod';
import { type Result, watch } from '../../stand-in-kit/deliver.ts';
import { type Fields, name } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { formOrigin } from '../home.ts';
import type { Seen, Service } from '../service.ts';
import { showMessage } from '../show-message.ts';
import { showView } from '../show-view.ts';
import { channelFields, channelOf, envelopeOf, personOf } from './actor.ts';
import { findElement } from './find-element.ts';
import { sendInteraction, wasTaken } from './send-request.ts';
import { fill, type Given, heldValue, keepsState, optionsOf, stateOf } from './state-values.ts';

export const Click = z.strictObject({
  userId: name,
  actionId: name,
  blockId: name.optional(),
  /** A message by channel and ts, or a view. */
  channel: name.optional(),
  ts: name.optional(),
  viewId: name.optional(),
  /** For a button: which of several. For an input: what was typed or chosen. */
  value: z.string().optional(),
  optionValue: z.string().optional(),
  optionValues: z.array(z.string()).readonly().optional(),
  /** The answer to the question that some elements ask first. */
  confirm: z.boolean().optional(),
  /** From a screen that may be outdated: what the message showed before counts too. */
  mayBeOld: z.boolean().optional(),
});
export type Click = z.infer<typeof Click>;

type Place = {
  /** As shown now, and as it was before. */
  readonly versions: readonly (readonly Fields[])[];
  readonly filled: Map<string, Fields>;
  show(): Fields;
};

const messagePlace = (service: Service, click: Click): Place => {
  const { messages, chosen, responseUrls } = service;
  const channel = channelOf(service, click.channel ?? '', click.userId);
  const message = messages.find(channel.id, click.ts ?? '');
  if (message === undefined || (message.onlyFor !== undefined && message.onlyFor !== click.userId))
    throw new NotPossible(`There is no message ${click.ts} in ${channel.id}.`);
  if (channel.isArchived) throw new NotPossible(`${channel.id} is archived.`);
  const key = `${channel.id} ${message.ts} ${click.userId}`;
  const filled = chosen.get(key) ?? new Map<string, Fields>();
  chosen.set(key, filled);
  return {
    versions: [message.blocks, ...(click.mayBeOld ? message.before.toReversed() : [])],
    filled,
    show: () => ({
      container: {
        type: 'message',
        message_ts: message.ts,
        channel_id: channel.id,
        is_ephemeral: message.onlyFor !== undefined,
        ...(message.threadTs === undefined ? {} : { thread_ts: message.threadTs }),
      },
      channel: channelFields(channel),
      // An ephemeral message is stored nowhere, so it is not included.
      ...(message.onlyFor === undefined ? { message: showMessage(service, message) } : {}),
      state: { values: stateOf(message.blocks, filled) },
      response_url: responseUrls.mint('actions', {
        channel: channel.id,
        userId: click.userId,
        ts: message.ts,
      }),
    }),
  };
};

const viewPlace = (service: Service, click: Click): Place => {
  const view = service.views.get(click.viewId ?? '');
  if (view === undefined || service.views.top(click.userId)?.id !== view.id)
    throw new NotPossible(`${click.userId} has no view ${click.viewId} before them.`);
  return {
    versions: [view.blocks],
    filled: view.filled,
    show: () => ({ container: { type: 'view', view_id: view.id }, view: showView(service, view) }),
  };
};

const actionOf = (element: Fields, block: Fields, given: Given, actionTs: string): Fields => {
  const { type, action_id: actionId } = element;
  const head = { type, action_id: actionId, block_id: block.block_id, action_ts: actionTs };
  if (type === 'button') {
    const { text, value, style, url } = element;
    const told = { value, style, url };
    return {
      ...head,
      text,
      ...Object.fromEntries(Object.entries(told).filter(([, held]) => held !== undefined)),
    };
  }
  if (type === 'overflow') {
    const option = optionsOf(element).find((candidate) => candidate.value === given);
    if (option === undefined) throw new NotPossible(`The menu "${actionId}" has no option "${given}".`);
    return { ...head, selected_option: option };
  }
  return {
    ...head,
    ...(element.placeholder === undefined ? {} : { placeholder: element.placeholder }),
    ...heldValue(element, given),
  };
};

/** Uses an element like a person: what is not shown cannot be clicked, and a question has to be answered. */
export const clickElement = (service: Service, click: Click): Promise<Result<Seen>> =>
  watch(service, click.userId, async () => {
    const person = personOf(service, click.userId);
    const place = click.viewId === undefined ? messagePlace(service, click) : viewPlace(service, click);
    const { block, element } = findElement(place.versions, click);
    const given = click.optionValues ?? click.optionValue ?? click.value ?? null;
    const action = actionOf(element, block, given, service.timestamps.next());
    if (element.confirm !== undefined && click.confirm === undefined)
      throw new NotPossible(`The element "${click.actionId}" asks for confirmation first.`);
    if (element.confirm !== undefined && click.confirm === false) return { outcome: { kind: 'not-sent' } };
    if (keepsState(element)) fill(place.filled, block, element, heldValue(element, given));
    // An input sends nothing until the view is submitted, unless it says otherwise.
    if (block.type === 'input' && block.dispatch_action !== true) return { outcome: { kind: 'not-sent' } };
    const payload = {
      type: 'block_actions',
      ...envelopeOf(service, person, click.viewId === undefined ? undefined : formOrigin(service, person)),
      ...place.show(),
      actions: [action],
    };
    const outcome = await sendInteraction(service, payload);
    wasTaken(service, person.id, outcome, 'That did not work');
    return { outcome, payload };
  });
