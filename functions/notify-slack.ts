import config from '../bridge.config.ts';
import { createSlackApi } from '../lib/chats/slack/api.ts';
import { createChannelChat } from '../lib/chats/slack/channel-chat.ts';
import { createSlackChat } from '../lib/chats/slack/chat.ts';
import { slackConfig } from '../lib/chats/slack/chat-config.ts';
import { slack } from '../lib/chats/slack/definition.ts';
import { sqsBatch } from '../lib/queues/sqs-batch.ts';
import { deliverTo, queueEdge, readSecret, sealOf } from './shared/notifier.ts';

const { cloud, channelOf, tokenNameOf, rules } = slackConfig(config);

const deliver = deliverTo({
  definition: slack,
  chat: createChannelChat({
    tokenNameOf,
    open: async (name) =>
      createSlackChat(createSlackApi({ token: await readSecret(name), baseUrl: cloud.apiUrl })),
  }),
  renderer: slack.createRenderer({ ...rules, sealOf }),
  channelOf,
  stormThresholdOf: () => config.storm.threshold,
});

export const handler = sqsBatch(deliver, queueEdge(slack.name));
