import config from '../bridge.config.ts';
import { createBotChat } from '../lib/chats/teams/bot-chat.ts';
import { type ChannelMessage, readChannelMessage } from '../lib/chats/teams/channel-message.ts';
import {
  createChannelRegistry,
  createKnownPlaces,
  type KnownChannel,
} from '../lib/chats/teams/channel-registry.ts';
import { teamsConfig } from '../lib/chats/teams/chat-config.ts';
import { teams } from '../lib/chats/teams/definition.ts';
import { createDestinationsChat } from '../lib/chats/teams/destinations-chat.ts';
import { createWorkflowChat } from '../lib/chats/teams/workflow-chat.ts';
import { createWorkflowRenderer } from '../lib/chats/teams/workflow-renderer.ts';
import { createPlaceDoors } from '../lib/delivery/place-doors.ts';
import { createChannelRows } from '../lib/dynamo/channel-rows.ts';

import { systemClock as clock } from '../lib/platform/clock.ts';
import { createHttpTransport } from '../lib/platform/http/transport.ts';
import type { Envelope } from '../lib/queues/envelope.ts';
import { createBatchHandler, readEnvelopeMessage } from '../lib/queues/sqs-batch.ts';
import { deliverTo, doorsOf, log, pace, queueEdge, readSecret, rows, sealOf } from './shared/notifier.ts';

const { app, channels: ours, channelOf, destinationsIn, isWorkflow, platformOf, rules } = teamsConfig(config);
const transport = createHttpTransport();
const channels = createChannelRows<KnownChannel>(teams.name, rows, clock.now);

const chat = createDestinationsChat({
  bot: createBotChat({
    teams: app,
    readPassword: () => readSecret(app?.password ?? ''),
    ...createKnownPlaces(channels, clock),
    transport,
    clock,
  }),
  openWorkflow: async (name) => createWorkflowChat(await readSecret(name), { transport, clock }),
});
const withBot = teams.createRenderer({ ...rules, sealOf });
const withWorkflow = createWorkflowRenderer({ rules, platformOf });

const deliver = deliverTo({
  definition: teams,
  chat,
  renderer: {
    ...withBot,
    render: (shown, verdict) =>
      (isWorkflow(shown.key.destination) ? withWorkflow : withBot).render(shown, verdict),
  },
  channelOf,
  // A Workflow has no threads, and a digest there could not be kept up to date.
  stormThresholdOf: (destination) => (isWorkflow(destination) ? null : config.storm.threshold),
});
const registry = createChannelRegistry({
  memory: channels,
  chat,
  channels: ours,
  doors: createPlaceDoors({ doorOf: doorsOf(teams), destinationsIn }),
  turn: (channel) => pace.turn(teams.rateLimits(channel).post, 5_000),
  clock,
  log,
});

export const handler = createBatchHandler<Envelope | ChannelMessage>(
  (body, sentAtMs) => readChannelMessage(body) ?? readEnvelopeMessage(body, sentAtMs),
  (message, meta) => (message.kind === 'place' ? registry.handle(message) : deliver(message, meta)),
  queueEdge(teams.name),
);
