/** The variables of each function, as plain types: the stack writes them and the function's schema reads them. */
export interface FunctionEnvs {
  readonly poll: PollEnv;
}

export type FunctionName = keyof FunctionEnvs;

export interface PollEnv {
  readonly TABLE_NAME: string;
  /** A queue has an address only where the configuration has destinations of its kind. */
  readonly SLACK_QUEUE_URL?: string;
  readonly TEAMS_QUEUE_URL?: string;
  readonly WEBHOOK_QUEUE_URL?: string;
}
