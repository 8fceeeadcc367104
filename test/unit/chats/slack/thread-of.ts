import type { TrailEntry } from '../../../../lib/case/answer.ts';
import type { CaseStory } from '../../../../lib/chats/document/case-story.ts';
import { planThread, type ThreadMemory } from '../../../../lib/chats/document/plan-thread.ts';
import { renderThread } from '../../../support/written-slack.ts';

/** The notes of a story, and what the thread remembers then. */
export const threadOf = (story: CaseStory, trail: readonly TrailEntry[], memory: ThreadMemory | null) => {
  const decision = story.standing.is === 'decided' ? story.standing.decision : null;
  const plan = planThread(story, { trail, decision }, memory);
  return { notes: renderThread(plan), memory: plan.memory };
};
