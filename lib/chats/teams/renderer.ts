import type { Case } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import type { CaseVerdict } from '../../verdict/case-verdict.ts';
import { type StormCounts, tellDigest } from '../shared/digest-story.ts';
import type { OutcomeRules } from '../shared/outcome-choices.ts';
import type { ThreadMemory } from '../shared/plan-thread.ts';
import { storyHash } from '../shared/story-hash.ts';
import { tellCase } from '../shared/tell-case.ts';
import { tellThreat } from '../shared/tell-threat.ts';
import type { TeamsMessage } from './message.ts';
import { type CaseView, renderCase } from './render-case.ts';
import { renderDigest } from './render-digest.ts';
import { type NoticeToTell, renderNotice } from './render-notice.ts';
import { renderThreat } from './render-threat.ts';
import { threadNotes } from './thread.ts';

/** What is shown at a destination, as far as Teams has to know. */
export interface TeamsContent {
  readonly key: { readonly domain: string; readonly destination: string };
  readonly content:
    | {
        readonly kind: 'case';
        readonly item: Case;
        readonly trimmed: readonly string[];
        readonly eventsLeftOut?: number | undefined;
      }
    | { readonly kind: 'threat'; readonly item: Threat; readonly trimmed: readonly string[] }
    | { readonly kind: 'notice'; readonly notice: NoticeToTell };
  readonly memory: unknown;
}

export interface TeamsShows {
  readonly main: { readonly message: TeamsMessage; readonly hash: string };
  readonly notes: readonly { readonly key: string; readonly message: TeamsMessage }[];
  readonly memory: unknown;
}

/** How everything looks in Teams. */
export function createTeamsFace(rules: OutcomeRules) {
  return {
    show(shown: TeamsContent, verdict: CaseVerdict | null): TeamsShows {
      const { key, content, memory } = shown;
      if (content.kind === 'notice') return alone(renderNotice(content.notice));
      if (content.kind === 'threat') return alone(renderThreat(tellThreat(content.item, key.domain)));
      const story = tellCase({ ...content, ...key, config: rules, verdict });
      const thread = threadNotes(story, verdict?.trail ?? [], (memory ?? null) as ThreadMemory | null);
      return { ...alone(renderCase(story)), notes: thread.notes, memory: thread.memory };
    },

    /** The card alone, for the one who pressed; null for what is no case. */
    showCase({ key, content }: TeamsContent, verdict: CaseVerdict | null, view: CaseView = {}) {
      if (content.kind !== 'case') return null;
      return renderCase(tellCase({ ...content, ...key, config: rules, verdict }), view);
    },

    showDigest: (counts: StormCounts): TeamsMessage => renderDigest(tellDigest(counts)),
  };
}

export const alone = (message: TeamsMessage): TeamsShows => ({
  main: { message, hash: storyHash(message) },
  notes: [],
  memory: null,
});
