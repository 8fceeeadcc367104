import { CHATS, type ChatName } from './chats.ts';

/** The queues of a deployment, by the type of the destinations they serve. That of webhooks serves every endpoint. */
export type QueueName = ChatName | 'webhook';
export const QUEUES: readonly QueueName[] = [...CHATS, 'webhook'];

type QueueVariable<Name extends QueueName> = `${Uppercase<Name>}_QUEUE_URL`;
/** The variable that holds the address of a queue. */
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

/** What every function is told, whatever it does. */
export interface EveryEnv {
  readonly BRIDGE_NAME: string;
}

/** A queue has an address only where the configuration has destinations of its kind. */
export type QueueEnv = { readonly [Name in QueueName as QueueVariable<Name>]?: string };

/** There is a queue of ticks only where polls are less than a minute apart. */
export interface PollEnv extends QueueEnv {
  readonly TABLE_NAME: string;
  readonly TICK_QUEUE_URL?: string;
}

/** What feeds a function, and where it puts what it can never deal with. */
export interface ConsumerEnv {
  readonly QUEUE_URL: string;
  readonly DEAD_LETTERS_URL: string;
}

/** The queues of others are there for what the operators are told. */
export interface NotifyEnv extends QueueEnv, ConsumerEnv {
  readonly TABLE_NAME: string;
  /** Where links to decide by lead, for webhooks that get them. */
  readonly LINK_URL?: string;
}

/** The queue of a chat is there for what the chat says about its channels. */
export interface ActionEnv extends QueueEnv {
  readonly TABLE_NAME: string;
  readonly VERDICT_QUEUE_URL: string;
}

/** The queues are those that it puts work into again. There is one for verdicts only where people can decide. */
export interface ReconcileEnv extends QueueEnv {
  readonly TABLE_NAME: string;
  readonly VERDICT_QUEUE_URL?: string;
  /** Where it presses canaries, where they go by themselves. */
  readonly CANARY_URL?: string;
  /** JSON: the address of each dead-letter queue, by what it is for. */
  readonly DEAD_LETTERS: string;
}

export interface ArchiveEnv {
  readonly TABLE_NAME: string;
  readonly BUCKET_NAME: string;
}

export interface VerdictEnv extends QueueEnv, ConsumerEnv {
  readonly TABLE_NAME: string;
}
