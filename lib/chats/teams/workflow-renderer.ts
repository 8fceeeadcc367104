import type { OutcomeRules } from '../shared/outcome-choices.ts';
import { tellCase } from '../shared/tell-case.ts';
import { tellThreat } from '../shared/tell-threat.ts';
import type { CardNode, TeamsMessage } from './message.ts';
import { renderCase } from './render-case.ts';
import { renderNotice } from './render-notice.ts';
import { renderThreat } from './render-threat.ts';
import { createTeamsFace, type TeamsContent, type TeamsShows } from './renderer.ts';

export interface WorkflowFaceParts {
  readonly rules: OutcomeRules;
  /** Where people can go on: an https address, the same for everything of a domain; null for none. */
  readonly linkOf: (domain: string) => string | null;
}

/** How everything looks where nothing comes back: cards with a link, told once. What a case becomes is not told there. */
export function createWorkflowFace({ rules, linkOf }: WorkflowFaceParts) {
  const { showDigest } = createTeamsFace(rules);

  return {
    show({ key, content }: TeamsContent): TeamsShows {
      const message =
        content.kind === 'notice'
          ? renderNotice(content.notice)
          : withLink(
              content.kind === 'threat'
                ? renderThreat(tellThreat(content.item, key.domain))
                : renderCase(tellCase({ ...content, ...key, config: rules, verdict: null }), {
                    actions: 'told',
                  }),
              linkOf(key.domain),
            );
      return { main: { message, hash: TOLD_ONCE }, notes: [], memory: null };
    },
    showDigest,
  };
}

/** The same for every state, so that nobody tries to update what cannot be. */
const TOLD_ONCE = 'told-once';

const withLink = (message: TeamsMessage, link: string | null): TeamsMessage => {
  const url = link !== null && URL.canParse(link) ? new URL(link) : null;
  if (url?.protocol !== 'https:') return message;
  const action: CardNode = { type: 'Action.OpenUrl', title: 'Open the platform', url: url.href };
  return { ...message, card: { ...message.card, actions: [action] } };
};
