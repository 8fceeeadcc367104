import type { Rendered, Renderer, ToRender } from '../../outbox/renderer-port.ts';
import type { RenderRules } from '../document/outcome-choices.ts';
import { openAction } from './blocks.ts';
import { MOST_WORKFLOW_BYTES, type TeamsMessage } from './message.ts';
import { createTeamsRenderer, renderCaseCard } from './renderer.ts';

export interface WorkflowRendererParts {
  readonly rules: RenderRules;
  /** Where people open the platform: one address for each domain; null for none. */
  readonly platformOf: (domain: string) => string | null;
}

/** Messages for a channel that cannot send presses back: cards with a link, posted once and never updated. */
export function createWorkflowRenderer({ rules, platformOf }: WorkflowRendererParts): Renderer<TeamsMessage> {
  const withBot = createTeamsRenderer(rules, { mostBytes: MOST_WORKFLOW_BYTES - LINK_BYTES });

  function cardOf(shown: ToRender): TeamsMessage {
    const card =
      renderCaseCard(rules, shown, null, { actions: 'none' }) ?? withBot.render(shown, null).main.message;
    return shown.content.kind === 'notice' ? card : withLink(card, linkOf(shown));
  }

  /** To the item itself, where there is one and the configuration says how. */
  function linkOf(shown: ToRender): string | null {
    const { content } = shown;
    const domain = domainOf(shown);
    const item =
      content.kind === 'case'
        ? rules.linkOf?.('cases', domain, content.item.case_id)
        : content.kind === 'threat' && rules.linkOf?.('threats', domain, content.item.event_id);
    return item || platformOf(domain);
  }

  return {
    render: (shown): Rendered<TeamsMessage> => ({
      main: { message: cardOf(shown), hash: POSTED_ONCE },
      notes: [],
      memory: null,
    }),
  };
}

/** The most that the link adds: addresses are in the configuration, which limits them. */
const LINK_BYTES = 1_024;

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
  const { actions: written = [] } = message.card;
  // The card of an item has its own way there.
  if (url?.protocol !== 'https:' || written.some((action) => action.url === link)) return message;
  const actions = [openAction('Open the platform', url.href), ...written];
  return { ...message, card: { ...message.card, actions } };
};
