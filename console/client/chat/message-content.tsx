import { useLayoutEffect, useRef } from 'preact/hooks';
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
  // A hidden element cannot keep the focus, and a dialog that follows returns the focus to where it was.
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

/** Keyed by the card: it is rendered once, and typed text stays while another view is open. */
const hosts = new WeakMap<object, HTMLElement>();

function TeamsCard({ message: { channel, key: id, card }, actions }: ContentProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current === null || card === undefined) return;
    const earlier = hosts.get(card);
    const host =
      earlier?.isConnected === false
        ? earlier
        : (place.current.querySelector<HTMLElement>(':scope > *') ?? document.createElement('div'));
    drawCard(host, card, {
      press: (pressed) => void actions.clickTeams({ channel, id, ...pressed }),
      // Nothing leaves the machine from here.
      follow: (address) => actions.notify('message', `In Teams, this opens ${address}`),
    });
    hosts.set(card, host);
    place.current.replaceChildren(host);
  }, [card, channel, id, actions]);
  return <div class="card" ref={place} />;
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
