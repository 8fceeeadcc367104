import { CHATS, type ChatName } from './chats.ts';

/** The queues of a deployment, by the type of destination that they serve. The webhook queue serves all endpoints. */
export type QueueName = ChatName | 'webhook';
export const QUEUES: readonly QueueName[] = [...CHATS, 'webhook'];

type QueueVariable<Name extends QueueName> = `${Uppercase<Name>}_QUEUE_URL`;
/** The variable that holds the URL of a queue. */
export const queueVariable = (name: QueueName): keyof QueueEnv =>
  `${name.toUpperCase()}_QUEUE_URL` as keyof QueueEnv;

/** The variables of each function, as plain types: the stack writes them and the function's schema reads them. */
export type FunctionEnvs = {
  readonly poll: PollEnv;
  readonly action: ActionEnv;
  readonly verdict: VerdictEnv;
  readonly reconcile: ReconcileEnv;
  readonly archive: ArchiveEnv;
} & { readonly [Queue in QueueName as `notify-${Queue}`]: NotifyEnv };

export type FunctionName = keyof FunctionEnvs;

/** The variables of every function. */
export interface EveryEnv {
  readonly BRIDGE_NAME: string;
}

/** A queue has a URL only if the configuration has destinations of its type. */
export type QueueEnv = { readonly [Name in QueueName as QueueVariable<Name>]?: string };

/** There is a queue of ticks only if polls are less than a minute apart. */
export interface PollEnv extends QueueEnv {
  readonly TABLE_NAME: string;
  readonly TICK_QUEUE_URL?: string;
}

/** The queue that feeds a function, and the one for messages that it can never handle. */
export interface ConsumerEnv {
  readonly QUEUE_URL: string;
  readonly DEAD_LETTERS_URL: string;
}

/** The queues of other types are for notices to the operators. */
export interface NotifyEnv extends QueueEnv, ConsumerEnv {
  readonly TABLE_NAME: string;
  /** The address of decision links, for webhooks that get them. */
  readonly LINK_URL?: string;
}

/** The queue of a chat is for the chat's events about its channels. */
export interface ActionEnv extends QueueEnv {
  readonly TABLE_NAME: string;
  readonly VERDICT_QUEUE_URL: string;
}

/** The queues into which it puts work again. There is one for verdicts only if people can decide. */
export interface ReconcileEnv extends QueueEnv {
  readonly TABLE_NAME: string;
  readonly VERDICT_QUEUE_URL?: string;
  /** Where it presses the buttons of scheduled canaries. */
  readonly CANARY_URL?: string;
  /** JSON: the URL of each dead-letter queue, by its purpose. */
  readonly DEAD_LETTERS: string;
}

export interface ArchiveEnv {
  readonly TABLE_NAME: string;
  readonly BUCKET_NAME: string;
}

export interface VerdictEnv extends QueueEnv, ConsumerEnv {
  readonly TABLE_NAME: string;
  /** JSON, as above: for the command that asks how the bridge is. */
  readonly DEAD_LETTERS: string;
}
