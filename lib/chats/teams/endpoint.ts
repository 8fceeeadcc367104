import { createHttpTransport } from '../../base/http/http-transport.ts';
import type { EndpointParts } from '../presses/chat-definition.ts';
import { createTeamsApp } from './app.ts';
import { channelOf } from './channel-discovery.ts';
import { writeChannelMessage } from './channel-message.ts';
import { teamsConfig } from './chat-config.ts';
import { cloudOf } from './clouds.ts';
import { teamsDirectory } from './directory.ts';
import { createActivityHandler } from './handle-activity.ts';
import { createTeamsKeys } from './signing-keys.ts';
import { createTeamsVerifier } from './verify.ts';

/** Where Teams sends clicks and news of its channels, with all that answers them. */
export function createTeamsEndpoint(parts: EndpointParts) {
  const { config, sendNews, clock, log, metrics, transport = createHttpTransport() } = parts;
  const { app } = teamsConfig(config);
  if (!app) throw new Error('the configuration has no Teams bot');
  const cloud = cloudOf(app);
  const keys = createTeamsKeys({
    cloud,
    transport,
    clock,
    onProblem: (reason) => log('keys not read', { surface: 'teams', reason }),
  });
  // Every click needs the keys of Microsoft: asked for while the function starts.
  void keys.find('').catch(() => undefined);
  return createTeamsApp({
    verify: createTeamsVerifier({ ...app, keys, clock }),
    answer: createActivityHandler({
      ...parts,
      addresses: { cloud, extraOrigins: cloud.extraOrigins },
      directoryAt: teamsDirectory(parts),
    }),
    async sendNews(news, activityId) {
      const body = writeChannelMessage(news);
      await sendNews(body, { group: channelOf(news), id: `${activityId} ${body}` });
    },
    clock,
    log,
    metrics,
  });
}
