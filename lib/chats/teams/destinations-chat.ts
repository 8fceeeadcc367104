import type { Chat } from '../../outbox/chat-port.ts';
import type { TeamsMessage } from './message.ts';
import { cannotChange } from './workflow-chat.ts';

export interface DestinationsChatParts {
  /** For channels that the bot is in. */
  readonly bot: Chat<TeamsMessage>;
  /** For a channel that only has a Workflow, by the name of its secret address. */
  readonly openWorkflow: (secretName: string) => Promise<Chat<TeamsMessage>>;
}

const WORKFLOW = 'workflow:';

/** How a Workflow is named where others have a channel. Its address is a secret, so it is not that. */
export const workflowChannel = (secretName: string): string => `${WORKFLOW}${secretName}`;

/** Teams for all destinations: through the bot, or through a Workflow. */
export function createDestinationsChat({ bot, openWorkflow }: DestinationsChatParts): Chat<TeamsMessage> {
  const workflows = new Map<string, Promise<Chat<TeamsMessage>>>();

  async function chatOf(channel: string): Promise<Chat<TeamsMessage>> {
    if (!channel.startsWith(WORKFLOW)) return bot;
    const name = channel.slice(WORKFLOW.length);
    const opening = workflows.get(name) ?? openWorkflow(name);
    workflows.set(name, opening);
    return opening.catch((error) => {
      workflows.delete(name);
      throw error;
    });
  }

  return {
    async post(channel, message, options) {
      const answer = await (await chatOf(channel)).post(channel, message, options);
      // Its address may have been changed.
      if (answer.is === 'refused') workflows.delete(channel.slice(WORKFLOW.length));
      return answer;
    },
    // Asked for a Workflow's message only where the channel has the bot by now: the bot then posts the case again.
    update: async (ref, message) =>
      'workflow' in ref ? cannotChange({ messageGone: true }) : bot.update(ref, message),
    find: async (channel, mark, where) => (await chatOf(channel)).find(channel, mark, where),
  };
}
