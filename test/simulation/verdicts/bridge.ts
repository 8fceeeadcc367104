import { createChannelChat } from '../../../lib/chats/slack/channel-chat.ts';
import { createSlackChat } from '../../../lib/chats/slack/chat.ts';
import { slackPlaces } from '../../../lib/chats/slack/chat-config.ts';
import { createInteractions } from '../../../lib/chats/slack/handle-interaction.ts';
import type { SlackInteraction } from '../../../lib/chats/slack/interaction-types.ts';
import { slackLanes } from '../../../lib/chats/slack/rate-limits.ts';
import { createSlackFace } from '../../../lib/chats/slack/renderer.ts';
import { createSlackReplies } from '../../../lib/chats/slack/replies.ts';
import { createResponder } from '../../../lib/chats/slack/respond.ts';
import { teamsPlaces } from '../../../lib/chats/teams/chat-config.ts';
import { CLOUDS } from '../../../lib/chats/teams/clouds.ts';
import { createTeamsActions } from '../../../lib/chats/teams/handle-activity.ts';
import { teamsLanes } from '../../../lib/chats/teams/rate-limits.ts';
import { createTeamsFace } from '../../../lib/chats/teams/renderer.ts';
import { createTeamsReplies } from '../../../lib/chats/teams/replies.ts';
import { type BridgeConfig, defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDeliver } from '../../../lib/delivery/deliver.ts';
import { createPace } from '../../../lib/delivery/pace.ts';
import { createParkedNotice } from '../../../lib/delivery/parked-notice.ts';
import { createVerdictSurfaces } from '../../../lib/delivery/show-verdict.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../../../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { createQueueEdge } from '../../../lib/queues/queue-edge.ts';
import { findQueueUrl } from '../../../lib/queues/queue-urls.ts';
import { type BatchHandler, createBatchHandler, sqsBatch } from '../../../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../../../lib/queues/sqs-outbox.ts';
import { createVerdictDesk } from '../../../lib/verdict/verdict-handler.ts';
import { readVerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import { createVerdictQueue } from '../../../lib/verdict/verdict-queue.ts';
import { createLightFace } from './light-face.ts';
import { createLightTeamsFace } from './light-teams-face.ts';
import type { ModelPlatform } from './model-platform.ts';
import { type ModelQueue, sqsClient } from './model-queue.ts';
import type { ModelSlack } from './model-slack.ts';
import type { ModelTeams } from './model-teams.ts';
import type { Instance, World } from './world.ts';

export const DOMAIN = 'acme';
export const CHANNELS = { soc: 'C0SOC00001', lead: 'C0LEAD0001', ops: 'C0OPS00001' } as const;
export const GAP_MS = 1_050;
const POST_TIMEOUT_MS = 30_000;

/** The last one may not decide. */
export const PEOPLE = ['U0ANN00001', 'U0BOB00001', 'U0CAT00001', 'U0EVE00001'] as const;

export const TEAMS_CHANNEL = '19:duty@thread.tacv2';
/** The same people in Teams, under other ids. */
export const TEAMS_PEOPLE = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'eeeeeeee'].map(
  (start) => `${start}-0000-4000-8000-000000000000`,
);

const configs = new Map<string, BridgeConfig>();

/** Escalating needs a second person, calling it a duplicate needs a reason. */
export function configFor(undoSeconds: number, teams = false): BridgeConfig {
  const name = `${undoSeconds} ${teams}`;
  const known = configs.get(name);
  if (known) return known;
  const config = defineBridge({
    domains: { [DOMAIN]: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
    destinations: {
      soc: { type: 'slack', channel: CHANNELS.soc },
      lead: { type: 'slack', channel: CHANNELS.lead },
      ops: { type: 'slack', channel: CHANNELS.ops },
      ...(teams && { duty: { type: 'teams', channel: TEAMS_CHANNEL } }),
    },
    ...(teams && {
      teams: {
        appId: '11111111-0000-4000-8000-000000000000',
        tenantId: '22222222-0000-4000-8000-000000000000',
        password: '/password',
      },
    }),
    routes: [{ name: 'all', to: ['soc', 'lead'] }],
    verdicts: {
      allow: { slackUsers: PEOPLE.slice(0, 3), teamsUsers: TEAMS_PEOPLE.slice(0, 3) },
      undoSeconds,
      outcomes: { ESCALATED: { approval: true }, DUPLICATE: { comment: 'required' } },
    },
    ops: { to: 'ops' },
  });
  configs.set(name, config);
  return config;
}

export interface Surroundings {
  readonly world: World;
  readonly slack: ModelSlack;
  readonly teams: ModelTeams;
  readonly platform: ModelPlatform;
  readonly slackQueue: ModelQueue;
  readonly teamsQueue: ModelQueue;
  readonly verdictQueue: ModelQueue;
  readonly caseOf: (caseId: string) => Case | null;
}

/** The functions as they are composed for Lambda, with one process each. */
export function createBridge(surroundings: Surroundings) {
  const { world, slack, teams, platform, slackQueue, teamsQueue, verdictQueue, caseOf } = surroundings;
  const { history, random, tableClient, count } = world;
  const config = configFor(history.undoSeconds, history.teams);
  const rules = config.verdicts as NonNullable<BridgeConfig['verdicts']>;
  const { channelOf, tokenNameOf } = slackPlaces(config);
  const face = history.realFace ? createSlackFace(rules) : createLightFace(rules);
  const realTeamsFace = createTeamsFace(rules);
  const teamsFace = history.realFace ? realTeamsFace : createLightTeamsFace(rules);
  const queues = [slackQueue, teamsQueue, verdictQueue];
  const queueUrls = { slack: slackQueue.url, teams: teamsQueue.url };
  const quiet = {
    log: () => undefined,
    metrics: (_subject: string, _dimensions: object, values: object) => {
      for (const name of Object.keys(values)) count(name);
    },
  };

  const partsOf = (process: Instance) => {
    const { clock } = process;
    const table = { client: tableClient(process), tableName: 'ledger', clock, random };
    const sqs = sqsClient(world, process, queues);
    return {
      rows: createDynamoVersionedRows(table),
      verdicts: createDynamoVerdictLedger(table),
      outbox: createSqsOutbox({ client: sqs, clock, random, timeoutMs: 5_000 }),
      edgeOf: ({ url }: ModelQueue) =>
        createQueueEdge({ client: sqs, queueUrl: url, deadLettersUrl: `${url}/dead` }),
      responder: createResponder({ transport: slack.transport(process), clock }),
    };
  };

  function notifier(process: Instance): BatchHandler {
    const { clock } = process;
    const { rows, verdicts, outbox, edgeOf } = partsOf(process);
    const deliver = createDeliver({
      surface: 'slack',
      chat: createChannelChat({ tokenNameOf, open: async () => createSlackChat(slack.api(process)) }),
      face,
      ledger: createDeliveryLedger(rows),
      pace: createPace({ rows, clock }),
      lanesOf: (channel) => ({
        ...slackLanes(channel),
        post: { name: `slack#post#${channel}`, gapMs: GAP_MS },
      }),
      channelOf,
      verdictOf: (domain, caseId) => verdicts.load(domain, caseId),
      stormThresholdOf: () => history.stormThreshold,
      tellOps: createParkedNotice({ config, queueUrls, outbox, clock }),
      clock,
      ...quiet,
    });
    return sqsBatch(deliver, { ...edgeOf(slackQueue), reserveMs: 10_000 });
  }

  function teamsNotifier(process: Instance): BatchHandler {
    const { clock } = process;
    const { rows, verdicts, outbox, edgeOf } = partsOf(process);
    const deliver = createDeliver({
      surface: 'teams',
      chat: teams.chat(process),
      face: teamsFace,
      ledger: createDeliveryLedger(rows),
      pace: createPace({ rows, clock }),
      lanesOf: teamsLanes,
      channelOf: teamsPlaces(config).channelOf,
      verdictOf: (domain, caseId) => verdicts.load(domain, caseId),
      stormThresholdOf: () => history.stormThreshold,
      tellOps: createParkedNotice({ config, queueUrls, outbox, clock }),
      clock,
      ...quiet,
    });
    return sqsBatch(deliver, { ...edgeOf(teamsQueue), reserveMs: 10_000 });
  }

  function desk(process: Instance): BatchHandler {
    const { clock } = process;
    const { rows, verdicts, outbox, edgeOf, responder } = partsOf(process);
    const replies = {
      slack: createSlackReplies({ face, responder, log: quiet.log }),
      teams: createTeamsReplies({ log: quiet.log }),
    };
    const made = createVerdictDesk({
      ledger: verdicts,
      platformOf: async () => platform.of(process),
      queue: createVerdictQueue({ outbox, queueUrl: verdictQueue.url }),
      surfaces: createVerdictSurfaces({
        ledger: createDeliveryLedger(rows),
        outbox,
        queueUrlOf: (destination) => findQueueUrl(config, queueUrls, destination),
        findCase: async ({ caseId }) => caseOf(caseId),
        showAtOnce: (reply, ...what) => replies[reply.surface].showAtOnce(reply, ...what),
        tell: (reply, told) => replies[reply.surface].tell(reply, told),
        clock,
        log: quiet.log,
      }),
      rules,
      placeName: (place) => place,
      postTimeoutMs: POST_TIMEOUT_MS,
      clock,
      ...quiet,
    });
    return createBatchHandler(readVerdictMessage, (message) => made.handle(message), {
      ...edgeOf(verdictQueue),
      reserveMs: POST_TIMEOUT_MS,
    });
  }

  function action(process: Instance): (interaction: SlackInteraction) => Promise<object | null> {
    const { clock } = process;
    const { rows, verdicts, outbox, responder } = partsOf(process);
    const queue = createVerdictQueue({ outbox, queueUrl: verdictQueue.url });
    const deliveries = createDeliveryLedger(rows);
    return createInteractions({
      config,
      queue: (message) => queue.sendLater(message, 0),
      api: async () => slack.api(process),
      isMember: async () => 'no',
      responder,
      async lookUp({ domain, caseId, destination }) {
        const [delivery, verdict] = await Promise.all([
          deliveries.load({ domain, feed: 'cases', id: caseId, destination }),
          verdicts.load(domain, caseId),
        ]);
        return delivery && { evidence: [], verdict };
      },
      clock,
      log: quiet.log,
      metrics: () => undefined,
    });
  }

  function teamsAction(process: Instance): ReturnType<typeof createTeamsActions> {
    const { clock } = process;
    const { rows, verdicts, outbox } = partsOf(process);
    const queue = createVerdictQueue({ outbox, queueUrl: verdictQueue.url });
    const deliveries = createDeliveryLedger(rows);
    return createTeamsActions({
      config,
      queue: (message) => queue.sendLater(message, 0),
      async lookUp({ domain, caseId, destination }) {
        const [delivery, verdict] = await Promise.all([
          deliveries.load({ domain, feed: 'cases', id: caseId, destination }),
          verdicts.load(domain, caseId),
        ]);
        return delivery && { delivery: delivery.value, verdict };
      },
      addresses: { cloud: CLOUDS.public },
      clock,
      log: quiet.log,
      metrics: () => undefined,
    });
  }

  return { face, teamsFace, realTeamsFace, notifier, teamsNotifier, desk, action, teamsAction };
}

export type Bridge = ReturnType<typeof createBridge>;
