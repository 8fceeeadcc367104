import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import type { SlackSaid, TeamsSaid } from '../state/state.ts';
import { HtmlFragment } from './html-fragment.tsx';
import { drawCard } from './teams-card.ts';

async function press(button: HTMLButtonElement, { channel, ts }: SlackSaid, actions: Actions): Promise<void> {
  const { action = '', block, value, option, confirm } = button.dataset;
  const menu = button.closest('.menu');
  // What is hidden cannot keep the focus, and the dialog that may come next gives it back to where it was.
  menu?.querySelector('summary')?.focus();
  menu?.removeAttribute('open');
  const meant = confirm ? await actions.confirm(confirm) : undefined;
  await actions.clickSlack({
    channel,
    ts,
    actionId: action,
    ...(block ? { blockId: block } : {}),
    ...(option ? { option } : value ? { value } : {}),
    ...(meant === undefined ? {} : { confirm: meant }),
  });
}

interface ContentProps<Said> {
  readonly message: Said;
  readonly actions: Actions;
}

/** The blocks as the server drew them. */
export const SlackContent = ({ message, actions }: ContentProps<SlackSaid>) => (
  <HtmlFragment
    html={message.html}
    onClick={(target) => {
      const button = target.closest<HTMLButtonElement>('button[data-action]');
      if (button) void press(button, message, actions);
    }}
  />
);

export const TeamsContent = ({ message, actions }: ContentProps<TeamsSaid>) =>
  message.card === null ? (
    <p class="said">{message.text}</p>
  ) : (
    <TeamsCard {...message} card={message.card} actions={actions} />
  );

function TeamsCard({ channel, id, card, actions }: TeamsSaid & { card: object; actions: Actions }) {
  const host = useRef<HTMLDivElement>(null);
  const json = useMemo(() => JSON.stringify(card), [card]);
  useLayoutEffect(() => {
    if (host.current === null) return;
    drawCard(host.current, JSON.parse(json), {
      press: (pressed) => void actions.clickTeams({ channel, id, ...pressed }),
      // Nothing leaves the machine from here.
      follow: (address) => actions.notify('message', `In Teams, this opens ${address}`),
    });
  }, [json, channel, id, actions]);
  return <div class="card" ref={host} />;
}
