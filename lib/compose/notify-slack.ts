import { createSlackApi } from '../chats/slack/api.ts';
import { createChannelChat } from '../chats/slack/channel-chat.ts';
import { createSlackChat } from '../chats/slack/chat.ts';
import { slackConfig } from '../chats/slack/chat-config.ts';
import { slack } from '../chats/slack/definition.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { sqsBatch } from '../outbox/wake-up.ts';
import { createNotifier, type NotifyPorts } from './notify.ts';
import type { HttpPorts, WarmFunction } from './ports.ts';

/** The notifier of Slack. */
export function createNotifySlack(config: BridgeConfig, ports: NotifyPorts & HttpPorts): WarmFunction {
  const { transport, readSecret, clock } = ports;
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
  return { handler: sqsBatch(deliver, notifier.queueEdge), ready: notifier.ready };
}
