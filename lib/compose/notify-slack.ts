import { createBatchHandler } from '../base/queues/sqs-batch.ts';
import { createSlackApi } from '../chats/slack/api.ts';
import { createChannelChat } from '../chats/slack/channel-chat.ts';
import { createSlackChat } from '../chats/slack/chat.ts';
import { slackConfig } from '../chats/slack/chat-config.ts';
import { slack } from '../chats/slack/definition.ts';
import { type QueuedPrivateMessage, readPrivateMessage } from '../chats/slack/private-message.ts';
import { createResponder } from '../chats/slack/respond.ts';
import { createSendPrivateMessage } from '../chats/slack/send-private-message.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { readWakeUp, type WakeUp } from '../outbox/wake-up.ts';
import { createNotifier, type NotifyPorts } from './notify.ts';
import type { HttpPorts, WarmFunction } from './ports.ts';

/** The notifier of Slack, which also sends private messages to analysts who pressed something. */
export function createNotifySlack(config: BridgeConfig, ports: NotifyPorts & HttpPorts): WarmFunction {
  const { transport, readSecret, clock, log } = ports;
  const { cloud, channelOf, tokenNameOf, rules } = slackConfig(config);
  const notifier = createNotifier(config, ports, slack);
  const deliver = notifier.deliverTo({
    chat: createChannelChat({
      tokenNameOf,
      open: async (name) =>
        createSlackChat(
          createSlackApi({ token: await readSecret(name), baseUrl: cloud.apiUrl, transport, clock }),
        ),
    }),
    renderer: slack.createRenderer({ ...rules, sealOf: notifier.buttonSeal.of }),
    channelOf,
    stormThresholdOf: () => config.storm.threshold,
  });
  const sendPrivateMessage = createSendPrivateMessage({
    responder: createResponder({ allowedOrigins: cloud.responseOrigins, transport, clock }),
    ...{ answerOf: notifier.answerOf, clock, log },
  });
  const handleBatch = createBatchHandler<WakeUp | QueuedPrivateMessage>(
    (body) => readPrivateMessage(body, notifier.buttonSeal) ?? readWakeUp(body),
    (message, meta) =>
      message.kind === 'private-message' ? sendPrivateMessage(message) : deliver(message, meta),
    notifier.queueEdge,
  );
  return {
    async handler(event, context) {
      // The seal of buttons also proves private messages.
      await notifier.buttonsReady();
      return handleBatch(event, context);
    },
    ready: notifier.ready,
  };
}
