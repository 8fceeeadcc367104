/** The variables of each function, as plain types: the stack writes them and the function's schema reads them. */
export interface FunctionEnvs {
  readonly poll: PollEnv;
  readonly 'notify-slack': NotifyEnv;
  readonly 'notify-teams': NotifyEnv;
  readonly action: ActionEnv;
  readonly verdict: VerdictEnv;
}

export type FunctionName = keyof FunctionEnvs;

/** A queue has an address only where the configuration has destinations of its kind. */
export interface QueueEnv {
  readonly SLACK_QUEUE_URL?: string;
  readonly TEAMS_QUEUE_URL?: string;
  readonly WEBHOOK_QUEUE_URL?: string;
}

export interface PollEnv extends QueueEnv {
  readonly TABLE_NAME: string;
}

/** What feeds a function, and where it puts what it can never deal with. */
export interface ConsumerEnv {
  readonly QUEUE_URL: string;
  readonly DEAD_LETTERS_URL: string;
}

/** The queues of others are there for what the operators are told. */
export interface NotifyEnv extends QueueEnv, ConsumerEnv {
  readonly TABLE_NAME: string;
}

/** The queue for Teams is there for what Teams says about its channels. */
export interface ActionEnv extends Pick<QueueEnv, 'TEAMS_QUEUE_URL'> {
  readonly TABLE_NAME: string;
  readonly VERDICT_QUEUE_URL: string;
}

export interface VerdictEnv extends QueueEnv, ConsumerEnv {
  readonly TABLE_NAME: string;
}
