import { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import type { SentRequest } from '../../base/http/http-event.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../config/metrics.ts';
import { createRequestCounts } from '../../verdict/log-refused-requests.ts';
import type { TeamsActivity } from './activity.ts';
import type { ChannelNews } from './channel-message.ts';
import type { TeamsAnswered } from './handle-activity.ts';
import type { TeamsVerifier } from './verify.ts';

export interface TeamsAppParts {
  readonly verify: TeamsVerifier;
  readonly answer: (activity: TeamsActivity) => Promise<TeamsAnswered>;
  /** Queues the channel's address and the greeting. */
  readonly sendNews: (news: ChannelNews, activityId: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Where Teams sends clicks and news. Nothing of a request is used before it is known to be from Teams. */
export function createTeamsApp({ verify, answer, sendNews, clock, log, metrics }: TeamsAppParts) {
  const counts = createRequestCounts({ surface: 'teams', clock, log, metrics });
  return new Hono<{ Bindings: SentRequest }>().post('/teams/messages', async (c) => {
    const { rawBody, sentHeaders: headers } = c.env;
    const verified = await verify({ rawBody, headers });
    if (!verified.ok) {
      const { status, reason, disputed } = verified;
      counts.refused({ status, reason, disputed: () => disputed === true });
      return c.body(null, status);
    }
    counts.taken();
    const { activity } = verified;
    const { body, news } = await answer(activity);
    if (news && activity.kind === 'channel-news') await sendNews(news, activity.activityId);
    return body === null ? c.body(null, 200) : c.json(body, 200);
  });
}
