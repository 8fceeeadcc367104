import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Message } from '../../wire.ts';
import type { Actions } from '../actions.ts';
import { HtmlFragment } from './html-fragment.tsx';
import { drawCard } from './teams-card.ts';

async function press(
  button: HTMLButtonElement,
  { channel, key: ts }: Message,
  actions: Actions,
): Promise<void> {
  const { action = '', block, value, option, confirm, yes } = button.dataset;
  const menu = button.closest('.menu');
  // What is hidden cannot keep the focus, and the dialog that may come next gives it back to where it was.
  menu?.querySelector('summary')?.focus();
  menu?.removeAttribute('open');
  const meant = confirm ? await actions.confirm({ text: confirm, yes: yes || 'Yes' }) : undefined;
  await actions.clickSlack({
    channel,
    ts,
    actionId: action,
    ...(block ? { blockId: block } : {}),
    ...(option ? { option } : value ? { value } : {}),
    ...(meant === undefined ? {} : { confirm: meant }),
  });
}

interface ContentProps {
  readonly message: Message;
  readonly actions: Actions;
}

function TeamsCard({ message: { channel, key: id, card }, actions }: ContentProps) {
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

export function MessageContent({ message, actions }: ContentProps) {
  if (message.card) return <TeamsCard message={message} actions={actions} />;
  if (message.html === undefined) return <p class="said">{message.text}</p>;
  const onClick = (target: Element) => {
    const button = target.closest<HTMLButtonElement>('button[data-action]');
    if (button) void press(button, message, actions);
  };
  return <HtmlFragment html={message.html} onClick={onClick} />;
}
