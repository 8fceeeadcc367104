import { type Answer, claimIn } from '../../../lib/case/answer.ts';
import type { CaseStory } from '../../../lib/chats/shared/case-story.ts';
import { outcomeChoices, type RenderRules } from '../../../lib/chats/shared/outcome-choices.ts';
import type { Rendered, Renderer, ToRender } from '../../../lib/chats/shared/renderer.ts';
import { createCard, type TeamsMessage } from '../../../lib/chats/teams/message.ts';
import { renderActions } from '../../../lib/chats/teams/render-actions.ts';
import { createLightRenderer, lightStory } from './light-renderer.ts';

/** The light renderer with cards. Its buttons are the real ones. */
export function createLightTeamsRenderer(rules: RenderRules): Renderer<TeamsMessage> {
  const light = createLightRenderer(rules);
  const choices = outcomeChoices(rules);
  return {
    render(shown: ToRender, verdict: Answer | null): Rendered<TeamsMessage> {
      const { main, notes, memory } = light.render(shown, verdict);
      const story = shown.content.kind === 'case' && {
        ...lightStory(
          shown.key,
          shown.content.item,
          { verdict, record: shown.record },
          choices,
          rules.sealOf,
        ),
        claim: claimIn(verdict),
      };
      return {
        main: { hash: main.hash, message: cardOf(main.message.text, story || null) },
        notes: notes.map(({ key, message }) => ({ key, message: cardOf(message.text, null) })),
        memory,
      };
    },
  };
}

const cardOf = (summary: string, story: CaseStory | null): TeamsMessage => ({
  summary,
  card: createCard([{ type: 'TextBlock', text: 'light' }], story ? (renderActions(story, 0) ?? []) : []),
});
