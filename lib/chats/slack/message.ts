/** One block of Block Kit, as it is sent. */
export type SlackBlock = Readonly<Record<string, unknown>>;

export interface SlackMessage {
  /** For notifications and screen readers; people see the blocks. */
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
  /** The same without tables, where `blocks` has some: not every workspace takes them. */
  readonly plain?: readonly SlackBlock[] | undefined;
}

/** Where nobody can try twice. */
export const plainBlocks = ({ plain, blocks }: SlackMessage): readonly SlackBlock[] => plain ?? blocks;
