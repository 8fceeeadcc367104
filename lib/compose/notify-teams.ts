import { createBatchHandler } from '../base/queues/sqs-batch.ts';
import { openBot } from '../chats/teams/bot-chat.ts';
import { type ChannelMessage, readChannelMessage } from '../chats/teams/channel-message.ts';
import {
  createChannelRegistry,
  createKnownChannels,
  type KnownChannel,
} from '../chats/teams/channel-registry.ts';
import { teamsConfig } from '../chats/teams/chat-config.ts';
import { teams } from '../chats/teams/definition.ts';
import { createDestinationsChat } from '../chats/teams/destinations-chat.ts';
import { type QueuedDirectMessage, readDirectMessage } from '../chats/teams/direct-message.ts';
import { refreshedFor } from '../chats/teams/refresh.ts';
import { createSendDirectMessage } from '../chats/teams/send-direct-message.ts';
import { createWorkflowChat } from '../chats/teams/workflow-chat.ts';
import { createWorkflowRenderer } from '../chats/teams/workflow-renderer.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { createChannelRows } from '../dynamo/channel-rows.ts';
import { createChannelBreakers } from '../outbox/channel-breakers.ts';
import { readWakeUp, type WakeUp } from '../outbox/wake-up.ts';
import { createNotifier, type NotifyPorts } from './notify.ts';
import type { HttpPorts, WarmFunction } from './ports.ts';

/** The notifier of Teams, which also takes news of channels and sends direct messages. */
export function createNotifyTeams(config: BridgeConfig, ports: NotifyPorts & HttpPorts): WarmFunction {
  const { transport, readSecret, clock, log } = ports;
  const notifier = createNotifier(config, ports, teams);
  const {
    app,
    channels: ours,
    channelOf,
    destinationsIn,
    isWorkflow,
    platformOf,
    rules,
  } = teamsConfig(config);
  const channels = createChannelRows<KnownChannel>(teams.name, notifier.rows, clock.now);
  const bot = openBot({
    teams: app,
    readPassword: () => readSecret(app?.password ?? ''),
    ...createKnownChannels(channels, clock),
    refreshedFor: refreshedFor(config),
    transport,
    clock,
  });
  const chat = createDestinationsChat({
    bot: bot.chat,
    openWorkflow: async (name) => createWorkflowChat(await readSecret(name), { transport, clock }),
  });
  const withBot = teams.createRenderer({ ...rules, sealOf: notifier.buttonSeal.of });
  const withWorkflow = createWorkflowRenderer({ rules, platformOf });
  const turn = (place: string) => notifier.pace.turn(teams.rateLimits(place).post, 5_000);

  const deliver = notifier.deliverTo({
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
    breakers: createChannelBreakers({ breakerOf: notifier.breakerOf, destinationsIn }),
    turn,
    clock,
    log,
  });
  const sendDirectMessage =
    bot.connector && createSendDirectMessage({ connector: bot.connector, turn, clock, log });

  const handleBatch = createBatchHandler<WakeUp | ChannelMessage | QueuedDirectMessage>(
    (body) => readChannelMessage(body) ?? readDirectMessage(body, notifier.buttonSeal) ?? readWakeUp(body),
    (message, meta) => {
      if (message.kind === 'channel') return registry.handle(message);
      if (message.kind === 'direct-message')
        return sendDirectMessage ? sendDirectMessage(message) : Promise.resolve('done');
      return deliver(message, meta);
    },
    notifier.queueEdge,
  );
  return {
    async handler(event, context) {
      // The seal of buttons also proves direct messages.
      await notifier.buttonsReady();
      return handleBatch(event, context);
    },
    ready: notifier.ready,
  };
}
