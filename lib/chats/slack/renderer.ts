import type { RenderRules } from '../shared/outcome-choices.ts';
import { createRenderer } from '../shared/renderer.ts';
import type { SlackMessage } from './message.ts';
import { renderPersona } from './render-answer.ts';
import { renderCase } from './render-case.ts';
import { renderDigest } from './render-digest.ts';
import { renderNotice } from './render-notice.ts';
import { renderThreat } from './render-threat.ts';
import { renderThreats } from './render-threats.ts';
import { renderThread } from './thread.ts';

/** How everything looks in Slack. */
export const createSlackRenderer = (rules: RenderRules) =>
  createRenderer<SlackMessage>(rules, {
    renderCase,
    renderThreat,
    renderThreats,
    renderNotice,
    renderDigest,
    renderThread,
    renderPersona,
  });
