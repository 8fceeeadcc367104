import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Seal } from '../../base/seal.ts';
import type { Person } from '../../case/answer.ts';
import type { ChatDirectory } from '../../verdict/authorize.ts';
import { type ReadTarget, readTarget } from '../document/button-target.ts';
import { ASK_VERB } from '../document/case-questions.ts';
import { FORM_VERB } from '../document/press.ts';
import { type Click, readButton } from '../presses/click.ts';
import { pressedAtMs } from '../presses/pressed-at.ts';
import type { BlockActions, SlackUser, SlashCommand, ViewSubmission } from './interaction.ts';

/** Where something was pressed or typed, and where the person can be answered. */
export interface SlackLocation {
  readonly channel: string | null;
  /** The message that was pressed; null for what only one person sees, which cannot be replaced for everyone. */
  readonly messageTs: string | null;
  /** The thread in which it was pressed, for private words. */
  readonly threadTs: string | null;
  /** Takes five answers within 30 minutes of the press. */
  readonly responseUrl: string | null;
}

export const locationOf = (interaction: BlockActions | SlashCommand): SlackLocation => {
  const { channelId: channel, responseUrl } = interaction;
  if (interaction.kind === 'command') return { channel, responseUrl, messageTs: null, threadTs: null };
  const { ephemeral, messageTs, threadTs } = interaction;
  return { channel, responseUrl, messageTs: ephemeral ? null : messageTs, threadTs };
};

export const personOf = ({ id, name }: SlackUser): Person => ({ surface: 'slack', id, name });

type Clicking = BlockActions | ViewSubmission | SlashCommand;

/** `location`: Slack does not say it with a submitted form, which has it in its metadata. */
export function clickOf(
  interaction: Clicking,
  location: SlackLocation,
  { directory, nowMs }: { readonly directory: ChatDirectory; readonly nowMs: number },
): Click {
  const by = personOf(interaction.user);
  const { channel, messageTs, threadTs, responseUrl } = location;
  const saidMs =
    interaction.kind === 'block-actions' ? Math.floor(Number(interaction.actionTs) * 1_000) : null;
  return {
    id: clickIdOf(interaction),
    by,
    atMs: pressedAtMs(saidMs, nowMs),
    channelId: channel,
    isOutsider: interaction.user.isForeign,
    directory,
    reply: { surface: 'slack', responseUrl, channel, messageTs, threadTs, userId: by.id },
  };
}

/** A click that Slack delivers again has the same id. A second click has another one, since Slack dates each of them. */
export function clickIdOf(interaction: Clicking): string {
  const { kind, teamId, user } = interaction;
  const parts = JSON.stringify([kind, teamId, user.id, ...whatIn(interaction)]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

function whatIn(interaction: Clicking): readonly (string | null)[] {
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

const Action = z.looseObject({
  action_id: z.string(),
  block_id: z.optional(z.string()),
  value: z.optional(z.string()),
  selected_option: z.optional(z.nullable(z.looseObject({ value: z.optional(z.string()) }))),
});
type Action = z.output<typeof Action>;
const Row = z.looseObject({
  block_id: z.optional(z.string()),
  elements: z.optional(z.array(z.unknown())),
});
const Element = z.looseObject({ value: z.unknown() });
const Pressed = z.looseObject({
  actions: z.array(Action).check(z.minLength(1)),
  message: z.optional(z.nullable(z.looseObject({ blocks: z.optional(z.array(z.unknown())) }))),
});

export const MENU_ACTION = 'verdict:more';
export const FORM_OPTION = 'FORM';

/** What a `block_actions` payload asks for; `outdated` and null as with every button. */
export function readRequest(payload: unknown, seal: Pick<Seal, 'isGenuine'> | null) {
  const pressed = Pressed.safeParse(payload).data;
  const action = pressed?.actions[0];
  if (!action) return null;
  return readButton(verbOf(action), action.value, seal, {
    readCase: () => readCase(action, pressed.message?.blocks ?? [], seal),
  });
}

function verbOf({ action_id, selected_option }: Action): string {
  if (action_id === ASK_VERB) return `${ASK_VERB}:${selected_option?.value ?? ''}`;
  if (action_id !== MENU_ACTION) return action_id;
  const option = selected_option?.value ?? '';
  return option === FORM_OPTION ? FORM_VERB : `verdict:${option}`;
}

/**
 * A button says in its value which case it is about. An option of a menu has room for 150 characters, too few
 * for any id, so it is read from a button in the same row: Slack sends the whole message along, signed like the rest.
 */
function readCase(
  { value, block_id }: Action,
  blocks: readonly unknown[],
  seal: Pick<Seal, 'isGenuine'> | null,
): ReadTarget | null {
  const own = readTarget(value, seal);
  if (own || block_id === undefined) return own;
  const rows = blocks.map((block) => Row.safeParse(block).data);
  const siblings = rows.find((row) => row?.block_id === block_id)?.elements ?? [];
  const targets = siblings.map((element) => readTarget(Element.safeParse(element).data?.value, seal));
  const found = targets.find((target) => target !== null);
  // What the row's other buttons do to a decision is not what the menu does.
  return found ? { ...found, target: { ...found.target, decisionId: null } } : null;
}
