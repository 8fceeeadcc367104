import type { RenderRules } from '../shared/outcome-choices.ts';
import type { Rendered, Renderer, ToRender } from '../shared/renderer.ts';
import type { CardNode, TeamsMessage } from './message.ts';
import { createTeamsRenderer, renderCaseCard } from './renderer.ts';

export interface WorkflowRendererParts {
  readonly rules: RenderRules;
  /** Where people can go on: an https address, the same for everything of a domain; null for none. */
  readonly linkOf: (domain: string) => string | null;
}

/** How everything looks where nothing comes back: cards with a link, posted once and never updated. */
export function createWorkflowRenderer({ rules, linkOf }: WorkflowRendererParts): Renderer<TeamsMessage> {
  const withBot = createTeamsRenderer(rules);

  function cardOf(shown: ToRender): TeamsMessage {
    const card =
      renderCaseCard(rules, shown, null, { actions: 'none' }) ?? withBot.render(shown, null).main.message;
    return shown.content.kind === 'notice' ? card : withLink(card, linkOf(domainOf(shown)));
  }

  return {
    render: (shown): Rendered<TeamsMessage> => ({
      main: { message: cardOf(shown), hash: POSTED_ONCE },
      notes: [],
      memory: null,
    }),
  };
}

/** Threats of several domains have no page in common. */
function domainOf({ key, content }: ToRender): string {
  if (content.kind !== 'threats') return key.domain;
  const [one = key.domain, ...more] = new Set(content.threats.map(({ domain }) => domain));
  return more.length === 0 ? one : key.domain;
}

/** The same for every state, so that the notifier never tries to update what cannot be. */
const POSTED_ONCE = 'told-once';

const withLink = (message: TeamsMessage, link: string | null): TeamsMessage => {
  const url = link !== null && URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== 'https:') return message;
  const action: CardNode = { type: 'Action.OpenUrl', title: 'Open the platform', url: url.href };
  return { ...message, card: { ...message.card, actions: [action] } };
};
