/** One block of Block Kit, as it is sent. */
export type SlackBlock = Readonly<Record<string, unknown>>;

export interface SlackMessage {
  /** For notifications and screen readers; people see the blocks. */
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}
