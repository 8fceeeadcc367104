import type { Actions } from '../actions.ts';
import { foreign, h, type VNode } from '../dom/node.ts';
import type { TeamsSaid } from '../state/state.ts';
import { drawCard } from './teams-card.ts';

const versions = new WeakMap<object, string>();

/** Written once for each message, and not with every drawing. */
function versionOf(card: object): string {
  const known = versions.get(card);
  if (known !== undefined) return known;
  const version = JSON.stringify(card);
  versions.set(card, version);
  return version;
}

export function teamsContent(message: TeamsSaid, actions: Actions): VNode {
  const { channel, id, text, card } = message;
  if (card === null) return h('p', { class: 'said' }, text);
  return foreign(
    { class: 'card' },
    {
      version: versionOf(card),
      mount: (element) =>
        void drawCard(element, card, {
          press: (pressed) => void actions.clickTeams({ channel, id, ...pressed }),
          // Nothing leaves the machine from here.
          follow: (address) => actions.notify('message', `In Teams, this opens ${address}`),
        }) as undefined,
    },
  );
}
