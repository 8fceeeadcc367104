import type { TrailEntry } from '../../../../lib/case/answer.ts';
import type { CaseStory } from '../../../../lib/chats/shared/case-story.ts';
import { planThread, type ThreadMemory } from '../../../../lib/chats/shared/plan-thread.ts';
import { renderThread } from '../../../support/written-teams.ts';

/** The notes of a story, and what the thread remembers then. */
export const threadOf = (story: CaseStory, trail: readonly TrailEntry[], memory: ThreadMemory | null) => {
  const plan = planThread(story, trail, memory);
  return { notes: renderThread(plan), memory: plan.memory };
};
