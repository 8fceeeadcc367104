import { createHash } from 'node:crypto';
import type { BlockActions, ViewSubmission } from './interaction.ts';

/**
 * Names one click or submission. Delivered again it has the same name; a second click has another,
 * since Slack dates each of them.
 */
export function clickIdOf(interaction: BlockActions | ViewSubmission): string {
  const { teamId, user } = interaction;
  const what =
    interaction.kind === 'block-actions'
      ? [
          interaction.channelId,
          interaction.messageTs,
          interaction.view?.id ?? null,
          interaction.actionId,
          interaction.actionTs,
        ]
      : // Without what was typed: sent again after an answer that got lost, it is still the same submission.
        [interaction.view.id, interaction.view.hash];
  const parts = JSON.stringify([interaction.kind, teamId, user.id, ...what]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}
