import type { CaseStory } from '../../../lib/chats/shared/case-story.ts';
import type { StormCounts } from '../../../lib/chats/shared/digest-story.ts';
import { type OutcomeRules, outcomeChoices } from '../../../lib/chats/shared/outcome-choices.ts';
import { createCard, type TeamsMessage } from '../../../lib/chats/teams/message.ts';
import { renderActions } from '../../../lib/chats/teams/render-actions.ts';
import type { TeamsContent, TeamsShows } from '../../../lib/chats/teams/renderer.ts';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import { createLightFace, lightStory } from './light-face.ts';

/** The light face as a card. Its buttons are the real ones. */
export function createLightTeamsFace(rules: OutcomeRules) {
  const face = createLightFace(rules);
  const choices = outcomeChoices(rules);
  return {
    show(shown: TeamsContent, verdict: CaseVerdict | null): TeamsShows {
      const { main, notes, memory } = face.show({ ...shown, main: null }, verdict);
      const story =
        shown.content.kind === 'case' && lightStory(shown.key, shown.content.item, verdict, choices);
      return {
        main: { hash: main.hash, message: cardOf(main.message.text, story || null) },
        notes: notes.map(({ key, message }) => ({ key, message: cardOf(message.text, null) })),
        memory,
      };
    },
    showDigest: (counts: StormCounts): TeamsMessage => cardOf(face.showDigest(counts).text, null),
  };
}

const cardOf = (summary: string, story: CaseStory | null): TeamsMessage => ({
  summary,
  card: createCard([], story ? (renderActions(story, 0) ?? []) : []),
});
