import type { Case } from '../../posture/schemas/case.ts';
import type { Threat } from '../../posture/schemas/threat.ts';
import type { CaseVerdict } from '../../verdict/case-verdict.ts';
import { type StormCounts, tellDigest } from '../shared/digest-story.ts';
import type { OutcomeRules } from '../shared/outcome-choices.ts';
import type { ThreadMemory } from '../shared/plan-thread.ts';
import { storyHash } from '../shared/story-hash.ts';
import { tellCase } from '../shared/tell-case.ts';
import { tellThreat } from '../shared/tell-threat.ts';
import type { SlackMessage } from './message.ts';
import { renderCase } from './render-case.ts';
import { renderDigest } from './render-digest.ts';
import { type NoticeToTell, renderNotice } from './render-notice.ts';
import { renderThreat } from './render-threat.ts';
import { threadNotes } from './thread.ts';

/** What is shown at a destination, as far as Slack has to know. */
export interface SlackContent {
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
  /** What is there by now. */
  readonly main: { readonly hash: string } | null;
}

export interface SlackShows {
  readonly main: { readonly message: SlackMessage; readonly hash: string };
  readonly notes: readonly { readonly key: string; readonly message: SlackMessage }[];
  readonly memory: unknown;
}

/** How everything looks in Slack. */
export function createSlackFace(rules: OutcomeRules) {
  return {
    show({ key, content, memory }: SlackContent, verdict: CaseVerdict | null): SlackShows {
      if (content.kind === 'notice') return alone(renderNotice(content.notice));
      if (content.kind === 'threat') return alone(renderThreat(tellThreat(content.item, key.domain)));
      const story = tellCase({ ...content, ...key, config: rules, verdict });
      const thread = threadNotes(story, verdict?.trail ?? [], (memory ?? null) as ThreadMemory | null);
      return { ...alone(renderCase(story)), notes: thread.notes, memory: thread.memory };
    },

    showDigest: (counts: StormCounts): SlackMessage => renderDigest(tellDigest(counts)),
  };
}

const alone = (message: SlackMessage): SlackShows => ({
  main: { message, hash: storyHash(message) },
  notes: [],
  memory: null,
});
