import * as z from 'zod/mini';
import { describeIssue } from '../../base/describe-issues.ts';
import { BrokenBodyError, type JsonObject } from '../../base/http/json-body.ts';

/** An analyst in Slack. The name is for showing only. */
export interface SlackUser {
  readonly id: string;
  readonly name: string;
  /** Of another workspace than the message: through a channel shared with another company, people there can click too. */
  readonly isForeign?: boolean | undefined;
}

/** A press on a button or in a menu. */
export interface BlockActions {
  readonly kind: 'block-actions';
  readonly teamId: string | null;
  readonly user: SlackUser;
  readonly actionId: string;
  readonly actionTs: string;
  /** Opens a modal, once, for three seconds. */
  readonly triggerId: string | null;
  readonly channelId: string | null;
  readonly messageTs: string | null;
  /** The thread that the message is a reply in. */
  readonly threadTs: string | null;
  /** The message is shown to one person only. */
  readonly ephemeral: boolean;
  /** The form in which it was pressed. */
  readonly view: Omit<ViewSubmission['view'], 'hash'> | null;
  /** Null also when it points to anywhere but Slack. */
  readonly responseUrl: string | null;
  /** The whole payload, as Slack sent it: it holds what the bridge wrote into its buttons. */
  readonly payload: JsonObject;
}

export interface ViewSubmission {
  readonly kind: 'view-submission';
  readonly teamId: string | null;
  readonly user: SlackUser;
  readonly view: {
    readonly id: string;
    readonly hash: string;
    readonly callbackId: string;
    readonly privateMetadata: string;
    /** What the analyst entered, as Slack sent it. */
    readonly values: unknown;
  };
}

/** What somebody typed: `/posture cases closed`. */
export interface SlashCommand {
  readonly kind: 'command';
  readonly teamId: string | null;
  readonly user: SlackUser;
  readonly text: string;
  readonly channelId: string;
  readonly triggerId: string;
  /** Null also when it points to anywhere but Slack. */
  readonly responseUrl: string | null;
}

export type SlackInteraction =
  | BlockActions
  | SlashCommand
  | ViewSubmission
  | { readonly kind: 'url-verification'; readonly challenge: string }
  /** Genuine, and nothing that the bridge does anything for: answered with 200 and logged. */
  | { readonly kind: 'unknown'; readonly type: string };

// Only what is used is named; what else Slack sends, now or later, is dropped.
const maybe = <T extends z.ZodMiniType>(type: T) => z.optional(z.nullable(type));
const text = maybe(z.string());

const User = z.object({ id: z.string().check(z.minLength(1)), name: text, username: text });

const View = z.object({
  id: z.string(),
  callback_id: text,
  private_metadata: text,
  state: maybe(z.object({ values: z.optional(z.unknown()) })),
});

const Press = z.object({
  user: User,
  channel: maybe(z.object({ id: text })),
  container: maybe(
    z.object({ message_ts: text, thread_ts: text, channel_id: text, is_ephemeral: maybe(z.boolean()) }),
  ),
  message: maybe(z.object({ ts: z.string(), thread_ts: text })),
  view: maybe(View),
  actions: z.array(z.object({ action_id: z.string(), action_ts: z.string() })).check(z.minLength(1)),
  response_url: text,
  trigger_id: text,
});

const Submission = z.object({
  user: User,
  view: z.extend(View, { hash: text }),
});

/** A command has plain fields, where interactions have objects. */
const Typed = z.object({
  user_id: z.string().check(z.minLength(1)),
  user_name: text,
  channel_id: z.string().check(z.minLength(1)),
  text,
  trigger_id: z.string().check(z.minLength(1)),
  response_url: text,
});

/** The workspace of a payload, and whether the person who clicked belongs to another one. */
export interface Home {
  readonly teamId: string | null;
  readonly isForeign: boolean;
}

const UrlVerification = z.object({ challenge: z.string().check(z.maxLength(1000)) });

export function readBlockActions(
  payload: JsonObject,
  { teamId, ...home }: Home,
  allowedUrl: (url: string) => string | null,
): BlockActions {
  const { user, channel, container, message, view, actions, response_url, trigger_id } = parse(
    Press,
    payload,
  );
  const [action] = actions;
  // The bridge reads one action only, and must not lose a second one in silence.
  if (!action || actions.length > 1) throw new BrokenBodyError('it holds more than one action');
  const messageTs = message?.ts ?? container?.message_ts ?? null;
  const threadTs = message?.thread_ts ?? container?.thread_ts ?? null;
  return {
    kind: 'block-actions',
    teamId,
    user: toUser(user, home),
    actionId: action.action_id,
    actionTs: action.action_ts,
    triggerId: trigger_id ?? null,
    channelId: channel?.id ?? container?.channel_id ?? null,
    messageTs,
    // A message with replies names itself as their thread. It was pressed in the channel.
    threadTs: threadTs === messageTs ? null : threadTs,
    ephemeral: container?.is_ephemeral ?? false,
    view: view ? toView(view) : null,
    responseUrl: allowedUrl(response_url ?? ''),
    payload,
  };
}

export function readViewSubmission(payload: JsonObject, { teamId, ...home }: Home): ViewSubmission {
  const { user, view } = parse(Submission, payload);
  return {
    kind: 'view-submission',
    teamId,
    user: toUser(user, home),
    view: { ...toView(view), hash: view.hash ?? '' },
  };
}

export function readCommand(
  payload: JsonObject,
  { teamId, ...home }: Home,
  allowedUrl: (url: string) => string | null,
): SlashCommand {
  const typed = parse(Typed, payload);
  return {
    kind: 'command',
    teamId,
    user: toUser({ id: typed.user_id, name: typed.user_name }, home),
    text: typed.text ?? '',
    channelId: typed.channel_id,
    triggerId: typed.trigger_id,
    responseUrl: allowedUrl(typed.response_url ?? ''),
  };
}

export const readUrlVerification = (payload: JsonObject) =>
  ({ kind: 'url-verification', challenge: parse(UrlVerification, payload).challenge }) as const;

const toView = ({ id, callback_id, private_metadata, state }: z.output<typeof View>) => ({
  id,
  callbackId: callback_id ?? '',
  privateMetadata: private_metadata ?? '',
  values: state?.values,
});

const toUser = (
  { id, name, username }: Partial<z.output<typeof User>> & { readonly id: string },
  { isForeign }: Pick<Home, 'isForeign'>,
): SlackUser => ({ id, name: name || username || id, isForeign });

function parse<T>(schema: z.ZodMiniType<T>, payload: JsonObject): T {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new BrokenBodyError(parsed.error.issues.map((issue) => describeIssue(issue, payload)).join('; '));
}
