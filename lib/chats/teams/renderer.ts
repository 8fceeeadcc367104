import type { Answer } from '../../case/answer.ts';
import type { ToRender } from '../../outbox/renderer.ts';
import type { RenderRules } from '../shared/outcome-choices.ts';
import { createRenderer } from '../shared/renderer.ts';
import { tellCase } from '../shared/tell-case.ts';
import type { TeamsMessage } from './message.ts';
import { renderPersona } from './render-answer.ts';
import { type CaseView, renderCase } from './render-case.ts';
import { renderDigest } from './render-digest.ts';
import { renderNotice } from './render-notice.ts';
import { renderThreat } from './render-threat.ts';
import { renderThreats } from './render-threats.ts';
import { renderThread } from './thread.ts';

/** How everything looks in Teams. */
export const createTeamsRenderer = (rules: RenderRules, { mostBytes }: { mostBytes?: number } = {}) =>
  createRenderer<TeamsMessage>(rules, {
    renderCase: (story) => renderCase(story),
    renderThreat,
    renderThreats: (story) => renderThreats(story, mostBytes),
    renderNotice,
    renderDigest,
    renderThread,
    renderPersona,
  });

/** The card of a case alone; null for what is no case. */
export const renderCaseCard = (
  rules: RenderRules,
  { key, content, quiet, record }: Pick<ToRender, 'key' | 'content' | 'quiet' | 'record'>,
  answer: Answer | null,
  view: CaseView = {},
): TeamsMessage | null =>
  content.kind === 'case'
    ? renderCase({ ...tellCase({ ...content, ...key, config: rules, answer, record }), quiet }, view)
    : null;
