import { Hono } from 'hono';
import type { Metrics } from '../../config/metrics.ts';
import type { SentRequest } from '../../platform/http/http-event.ts';
import type { Log } from '../../platform/log.ts';
import type { TeamsActivity } from './activity.ts';
import type { PlaceLesson } from './channel-discovery.ts';
import type { TeamsAnswered } from './handle-activity.ts';
import type { TeamsVerifier } from './verify.ts';

export interface TeamsAppParts {
  readonly verify: TeamsVerifier;
  readonly answer: (activity: TeamsActivity) => Promise<TeamsAnswered>;
  /** Has remembered where the bot may post, and its greeting sent. */
  readonly learn: (lesson: PlaceLesson, activityId: string) => Promise<void>;
  readonly log: Log;
  readonly metrics: Metrics;
}

const SURFACE = { Surface: 'teams' };

/** Where Teams sends clicks and news. Nothing of a request is used before it is known to be from Teams. */
export const createTeamsApp = ({ verify, answer, learn, log, metrics }: TeamsAppParts) =>
  new Hono<{ Bindings: SentRequest }>().post('/teams/messages', async (c) => {
    const { rawBody, sentHeaders: headers } = c.env;
    const verified = await verify({ rawBody, headers });
    if (!verified.ok) {
      const { status, reason } = verified;
      log('request refused', { surface: 'teams', status, reason });
      metrics('surface', SURFACE, { RequestsRefused: 1 });
      return c.body(null, status);
    }
    const { activity } = verified;
    const { body, lesson } = await answer(activity);
    if (lesson && activity.kind === 'place-news') await learn(lesson, activity.activityId);
    return body === null ? c.body(null, 200) : c.json(body, 200);
  });
