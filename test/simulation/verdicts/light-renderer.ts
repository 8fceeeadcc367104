import { type Answer, claimIn, type TrailEntry } from '../../../lib/case/answer.ts';
import { type CaseLife, endedIn, stateOf } from '../../../lib/chats/shared/case-state.ts';
import type { CaseStory, OutcomeChoice, Standing } from '../../../lib/chats/shared/case-story.ts';
import { tellDigest } from '../../../lib/chats/shared/digest-story.ts';
import { untoldChanges } from '../../../lib/chats/shared/life-notes.ts';
import { outcomeChoices, type RenderRules } from '../../../lib/chats/shared/outcome-choices.ts';
import { unansweredNote } from '../../../lib/chats/shared/plan-thread.ts';
import type { Rendered, Renderer, ToRender } from '../../../lib/chats/shared/renderer.ts';
import type { SlackMessage } from '../../../lib/chats/slack/message.ts';
import { renderActions } from '../../../lib/chats/slack/render-actions.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';

const TOLD: readonly TrailEntry['what'][] = [
  'overridden',
  'approved',
  'declined',
  'undone',
  'recorded',
  'failed',
];

/** A renderer like that of Slack, which shows all that can differ and is quick to draw. Its buttons are the real ones. */
export function createLightRenderer(rules: RenderRules): Renderer<SlackMessage> {
  const choices = outcomeChoices(rules);
  return {
    render(shown: ToRender, verdict: Answer | null): Rendered<SlackMessage> {
      const { key, content, memory, record, unanswered = [], personas = [] } = shown;
      if (content.kind === 'notice') return singleText(`notice ${content.notice.title}`);
      if (content.kind === 'threat') return singleText(`threat ${content.item.event_id}`);
      if (content.kind === 'threats') {
        return singleText(
          ['threats', ...content.threats.map(({ id, item }) => `${id}${item ? '' : '?'}`)].join(' '),
        );
      }
      if (content.kind === 'digest') {
        return singleText(`${content.counts.of} of ${tellDigest(content.counts).total}`);
      }
      const { case_id: caseId, updated_at, events } = content.item;
      const decision = verdict?.decision;
      const claim = claimIn(verdict);
      const state = ` (${stateOf(content.item, record)})`;
      const onIt = `${claim ? `, ${claim.by.name} is on it since ${claim.atMs}` : ''}${state}`;
      const text = decision
        ? `case ${caseId} ${updated_at}: ${decision.outcome} by ${decision.by.name}, ${JSON.stringify(decision.state)}${onIt}`
        : `case ${caseId} ${updated_at}${onIt}`;
      const story = { ...lightStory(key, content.item, { verdict, record }, choices, rules.sealOf), claim };
      const row = renderActions(story);
      const hash = `${text} ${decision?.id}`;
      const seen = (memory ?? []) as readonly string[];
      const ids = (events ?? []).map(({ event_id }) => event_id);
      const untold = ids.filter((id) => !seen.includes(id));
      return {
        main: { message: { text, blocks: row ?? [] }, hash },
        notes: [
          ...(untold.length > 0
            ? [{ key: `events-${untold.join('-')}`, message: plain(`events ${untold}`) }]
            : []),
          ...trailNotes(verdict?.trail ?? []),
          ...untoldChanges(shown, verdict).map(({ n, to }) => ({
            key: `life:${n}`,
            message: plain(`is ${to}`),
          })),
          ...personas.map(({ key, name }) => ({ key, message: plain(`who is ${name}`) })),
          ...unanswered.map(({ n }) => ({ key: unansweredNote(n), message: plain(`nobody answered ${n}`) })),
        ],
        memory: [...new Set([...seen, ...ids])],
      };
    },
  };
}

/** As much of a story as its buttons need. */
export const lightStory = (
  key: ToRender['key'],
  item: Case,
  { verdict, record }: { readonly verdict: Answer | null; readonly record: CaseLife | null | undefined },
  choices: readonly OutcomeChoice[],
  sealOf: RenderRules['sealOf'],
): CaseStory => {
  const { case_id: caseId, created_at } = item;
  const decision = verdict?.decision;
  const standing: Standing = decision
    ? {
        is: 'decided',
        decision,
      }
    : (endedIn(item, record) ?? { is: 'open' });
  const openedAtMs = Date.parse(created_at);
  const about = { who: { name: null, email: null }, headline: 'Case' };
  return {
    ...key,
    ...about,
    caseId,
    openedAtMs,
    choices,
    standing,
    evidence: [],
    sealOf,
  } as unknown as CaseStory;
};

function trailNotes(trail: readonly TrailEntry[]): Rendered<SlackMessage>['notes'] {
  const times = new Map<string, number>();
  return trail.flatMap(({ what, id, answer }) => {
    if (!TOLD.includes(what)) return [];
    const step = `${what}-${id}`;
    times.set(step, (times.get(step) ?? 0) + 1);
    return [{ key: `${step}-${times.get(step)}`, message: plain(`${what} ${answer ?? ''}`) }];
  });
}

const plain = (text: string): SlackMessage => ({ text, blocks: [] });
const singleText = (text: string): Rendered<SlackMessage> => ({
  main: { message: plain(text), hash: text },
  notes: [],
  memory: null,
});
