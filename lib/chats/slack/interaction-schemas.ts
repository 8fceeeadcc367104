import * as z from 'zod/mini';

// Only what is used is named; what else Slack sends, now or later, is dropped.
const maybe = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type));
const text = maybe(z.string());
const identified = maybe(z.object({ id: text }));

const User = z.object({ id: z.string().check(z.minLength(1)), name: text, username: text });

const Option = z.object({ value: text });

const StateValue = z.object({
  type: text,
  value: text,
  selected_option: maybe(Option),
  selected_options: maybe(z.array(Option)),
});

const State = maybe(z.object({ values: maybe(z.record(z.string(), z.record(z.string(), StateValue))) }));

const View = z.object({
  id: z.string(),
  callback_id: text,
  private_metadata: text,
  hash: text,
  state: State,
});

const Message = z.object({
  ts: z.string(),
  thread_ts: text,
  blocks: maybe(z.array(z.record(z.string(), z.unknown()))),
  metadata: maybe(z.object({ event_type: text, event_payload: maybe(z.record(z.string(), z.unknown())) })),
});

const Action = z.object({
  action_id: z.string(),
  block_id: text,
  type: text,
  value: text,
  selected_option: maybe(Option),
  action_ts: z.string(),
});

export const BlockActionsPayload = z.object({
  user: User,
  channel: identified,
  container: maybe(
    z.object({ message_ts: text, channel_id: text, thread_ts: text, is_ephemeral: maybe(z.boolean()) }),
  ),
  message: maybe(Message),
  view: maybe(View),
  state: State,
  actions: z.array(Action).check(z.minLength(1)),
  response_url: text,
  trigger_id: text,
});

export const ViewPayload = z.object({ user: User, view: View, trigger_id: text });

export const CommandPayload = z.object({
  command: z.string(),
  text: text,
  user_id: z.string().check(z.minLength(1)),
  user_name: text,
  channel_id: text,
  response_url: text,
  trigger_id: text,
});

export const EventPayload = z.object({
  event_id: z.string(),
  event: z.record(z.string(), z.unknown()),
});

export const UrlVerification = z.object({ challenge: z.string().check(z.maxLength(1000)) });

export type RawStateValue = z.output<typeof StateValue>;
export type RawView = z.output<typeof View>;
export type RawState = z.output<typeof State>;
export type RawMessage = z.output<typeof Message>;
export type RawAction = z.output<typeof Action>;
