import type * as z from 'zod/mini';
import type {
  BlockActionsPayload,
  RawAction,
  RawMessage,
  RawState,
  RawStateValue,
  RawView,
} from './interaction-schemas.ts';
import type {
  BlockActions,
  ClickedMessage,
  SlackAction,
  SlackUser,
  SlackView,
  StateValue,
  StateValues,
} from './interaction-types.ts';

type Raw = z.output<typeof BlockActionsPayload>;

/** Where and on what a click was, in our own words. */
export function toClick(
  raw: Raw,
  action: RawAction,
): Omit<BlockActions, 'kind' | 'teamId' | 'payload' | 'responseUrl'> {
  const { channel, container, message, view } = raw;
  return {
    user: toUser(raw.user),
    triggerId: raw.trigger_id ?? null,
    action: toAction(action),
    channelId: channel?.id ?? container?.channel_id ?? null,
    messageTs: message?.ts ?? container?.message_ts ?? null,
    message: message ? toMessage(message) : null,
    ephemeral: container?.is_ephemeral ?? false,
    view: view ? toView(view) : null,
    state: toState(raw.state ?? view?.state),
  };
}

export const toUser = (user: Raw['user']): SlackUser => ({
  id: user.id,
  name: user.name || user.username || user.id,
});

export const toView = (view: RawView): SlackView => ({
  id: view.id,
  callbackId: view.callback_id ?? '',
  privateMetadata: view.private_metadata ?? '',
  hash: view.hash ?? '',
  state: toState(view.state),
});

const toAction = (action: RawAction): SlackAction => ({
  actionId: action.action_id,
  blockId: action.block_id ?? '',
  value: action.selected_option?.value ?? action.value ?? null,
  actionTs: action.action_ts,
});

const toMessage = ({ ts, thread_ts, blocks, metadata }: RawMessage): ClickedMessage => ({
  ts,
  threadTs: thread_ts ?? null,
  blocks: blocks ?? [],
  metadata: metadata?.event_type
    ? { eventType: metadata.event_type, payload: metadata.event_payload ?? {} }
    : null,
});

const toState = (state: RawState): StateValues =>
  mapped(state?.values ?? {}, (block) => mapped(block, toValue));

const toValue = ({ type, value, selected_option, selected_options }: RawStateValue): StateValue => ({
  type: type ?? null,
  value: value ?? selected_option?.value ?? null,
  values: (selected_options ?? [selected_option]).flatMap((option) => option?.value ?? []),
});

const mapped = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
