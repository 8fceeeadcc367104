import { createHash } from 'node:crypto';
import type { BlockActions, SlashCommand, ViewSubmission } from './interaction.ts';

/**
 * Names one click, submission or command. Delivered again it has the same name; a second click has another,
 * since Slack dates each of them.
 */
export function clickIdOf(interaction: BlockActions | ViewSubmission | SlashCommand): string {
  const { kind, teamId, user } = interaction;
  const parts = JSON.stringify([kind, teamId, user.id, ...whatIn(interaction)]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

function whatIn(interaction: BlockActions | ViewSubmission | SlashCommand): readonly (string | null)[] {
  switch (interaction.kind) {
    case 'block-actions': {
      const { channelId, messageTs, view, actionId, actionTs } = interaction;
      return [channelId, messageTs, view?.id ?? null, actionId, actionTs];
    }
    case 'view-submission':
      // Without what was typed: sent again after an answer that got lost, it is still the same submission.
      return [interaction.view.id, interaction.view.hash];
    case 'command':
      return [interaction.triggerId];
  }
}
