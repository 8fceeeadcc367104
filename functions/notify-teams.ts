import config from '../bridge.config.ts';
import { openBot } from '../lib/chats/teams/bot-chat.ts';
import { type ChannelMessage, readChannelMessage } from '../lib/chats/teams/channel-message.ts';
import {
  createChannelRegistry,
  createKnownPlaces,
  type KnownChannel,
} from '../lib/chats/teams/channel-registry.ts';
import { teamsConfig } from '../lib/chats/teams/chat-config.ts';
import { teams } from '../lib/chats/teams/definition.ts';
import { createDestinationsChat } from '../lib/chats/teams/destinations-chat.ts';
import { readWord, type WordMessage } from '../lib/chats/teams/personal-word.ts';
import { createSayWord } from '../lib/chats/teams/say-word.ts';
import { createWorkflowChat } from '../lib/chats/teams/workflow-chat.ts';
import { createWorkflowRenderer } from '../lib/chats/teams/workflow-renderer.ts';
import { createPlaceDoors } from '../lib/delivery/place-doors.ts';
import { createChannelRows } from '../lib/dynamo/channel-rows.ts';

import { systemClock as clock } from '../lib/platform/clock.ts';
import { createHttpTransport } from '../lib/platform/http/transport.ts';
import type { Envelope } from '../lib/queues/envelope.ts';
import { type BatchHandler, createBatchHandler, readEnvelopeMessage } from '../lib/queues/sqs-batch.ts';
import {
  buttonSeal,
  buttonsReady,
  deliverTo,
  doorsOf,
  log,
  pace,
  queueEdge,
  readSecret,
  rows,
} from './shared/notifier.ts';

const { app, channels: ours, channelOf, destinationsIn, isWorkflow, platformOf, rules } = teamsConfig(config);
const transport = createHttpTransport();
const channels = createChannelRows<KnownChannel>(teams.name, rows, clock.now);

const bot = openBot({
  teams: app,
  readPassword: () => readSecret(app?.password ?? ''),
  ...createKnownPlaces(channels, clock),
  transport,
  clock,
});
const chat = createDestinationsChat({
  bot: bot.chat,
  openWorkflow: async (name) => createWorkflowChat(await readSecret(name), { transport, clock }),
});
const withBot = teams.createRenderer({ ...rules, sealOf: buttonSeal.of });
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

const sayWord =
  bot.connector &&
  createSayWord({
    connector: bot.connector,
    turn: (conversation) => pace.turn(teams.rateLimits(conversation).post, 5_000),
    clock,
    log,
  });

const handleBatch = createBatchHandler<Envelope | ChannelMessage | WordMessage>(
  (body, sentAtMs) =>
    readChannelMessage(body) ?? readWord(body, buttonSeal) ?? readEnvelopeMessage(body, sentAtMs),
  (message, meta) => {
    if (message.kind === 'place') return registry.handle(message);
    if (message.kind === 'word') return sayWord ? sayWord(message) : Promise.resolve('done');
    return deliver(message, meta);
  },
  queueEdge(teams.name),
);
export const handler: BatchHandler = async (event, context) => {
  await buttonsReady();
  return handleBatch(event, context);
};
