import type { Actions } from '../actions.ts';
import { mergeFragment } from '../dom/merge-fragment.ts';
import { foreign, type VNode } from '../dom/node.ts';
import { confirmFirst } from '../shell/confirm-first.ts';
import type { SlackSaid } from '../state/state.ts';
import { drawEmoji } from './draw-emoji.ts';

async function press(button: HTMLButtonElement, { channel, ts }: SlackSaid, actions: Actions): Promise<void> {
  const { action = '', block, value, option, confirm } = button.dataset;
  const menu = button.closest('.menu');
  // What is hidden cannot keep the focus, and whatever comes next gives it back to where it was.
  menu?.querySelector('summary')?.focus();
  menu?.removeAttribute('open');
  const meant = confirm ? await confirmFirst(confirm) : undefined;
  await actions.clickSlack({
    channel,
    ts,
    actionId: action,
    ...(block ? { blockId: block } : {}),
    ...(option ? { option } : value ? { value } : {}),
    ...(meant === undefined ? {} : { confirm: meant }),
  });
}

/** The blocks as the server drew them. */
export const slackContent = (message: SlackSaid, actions: Actions): VNode =>
  foreign(
    {
      class: 'fragment',
      on: {
        click: ({ target }: { target: Element }) => {
          const button = target.closest<HTMLButtonElement>('button[data-action]');
          if (button) void press(button, message, actions);
        },
      },
    },
    {
      version: message.html,
      mount: (element) => void mergeFragment(element, message.html, drawEmoji) as undefined,
    },
  );
