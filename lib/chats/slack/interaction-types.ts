/** Somebody who did something in Slack. The name is for showing only. */
export interface SlackUser {
  readonly id: string;
  readonly name: string;
}

/** One input of a view or message, by `block_id` and `action_id`. */
export interface StateValue {
  readonly type: string | null;
  /** The text of an input, or the value of the one option that was chosen. */
  readonly value: string | null;
  /** The values of all options that were chosen. */
  readonly values: readonly string[];
}

export type StateValues = Readonly<Record<string, Readonly<Record<string, StateValue>>>>;

export interface SlackView {
  readonly id: string;
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly hash: string;
  readonly state: StateValues;
}

export interface ClickedMessage {
  readonly ts: string;
  readonly threadTs: string | null;
  readonly blocks: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: {
    readonly eventType: string;
    readonly payload: Readonly<Record<string, unknown>>;
  } | null;
}

export interface SlackAction {
  readonly actionId: string;
  readonly blockId: string;
  /** Of the button, or of the option that was chosen in a menu. */
  readonly value: string | null;
  readonly actionTs: string;
}

interface Said {
  readonly teamId: string | null;
  readonly user: SlackUser;
  /** Opens a modal, once, for three seconds. */
  readonly triggerId: string | null;
  /** All of it, as Slack sent it: buttons and modals read there what they wrote themselves. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface BlockActions extends Said {
  readonly kind: 'block-actions';
  /** Slack sends one at a time. */
  readonly action: SlackAction;
  readonly channelId: string | null;
  readonly messageTs: string | null;
  /** Null in a view, and for messages that only one person sees. */
  readonly message: ClickedMessage | null;
  readonly ephemeral: boolean;
  readonly view: SlackView | null;
  readonly state: StateValues;
  /** Null also when it points to anywhere but Slack. */
  readonly responseUrl: string | null;
}

export interface ViewSubmission extends Said {
  readonly kind: 'view-submission';
  readonly view: SlackView;
}

export interface ViewClosed extends Said {
  readonly kind: 'view-closed';
  readonly view: SlackView;
}

export interface SlashCommand extends Said {
  readonly kind: 'command';
  readonly command: string;
  readonly text: string;
  readonly channelId: string | null;
  readonly responseUrl: string | null;
}

export interface SlackEvent {
  readonly kind: 'event';
  readonly teamId: string | null;
  readonly eventId: string;
  readonly event: Readonly<Record<string, unknown>>;
}

export type SlackInteraction =
  | BlockActions
  | ViewSubmission
  | ViewClosed
  | SlashCommand
  | SlackEvent
  | { readonly kind: 'url-verification'; readonly challenge: string }
  | { readonly kind: 'ssl-check' }
  /** Genuine, and nothing we know: answered with 200 and logged. */
  | { readonly kind: 'unknown'; readonly type: string };
