import {
  type DynamoDBClient,
  ExecuteTransactionCommand,
  GetItemCommand,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { Person } from '../../../lib/case/answer.ts';
import { withSent } from '../../../lib/case/case-content.ts';
import { createClickJudge } from '../../../lib/chats/shared/judge-click.ts';
import { createChannelChat } from '../../../lib/chats/slack/channel-chat.ts';
import { createSlackChat } from '../../../lib/chats/slack/chat.ts';
import { slackConfig } from '../../../lib/chats/slack/chat-config.ts';
import { slack as slackDefinition } from '../../../lib/chats/slack/definition.ts';
import { createInteractionHandler } from '../../../lib/chats/slack/handle-interaction.ts';
import type { SlackInteraction } from '../../../lib/chats/slack/interaction.ts';
import { createSlackRenderer } from '../../../lib/chats/slack/renderer.ts';
import { createSlackReplies } from '../../../lib/chats/slack/replies.ts';
import { createResponder } from '../../../lib/chats/slack/respond.ts';
import { teamsConfig } from '../../../lib/chats/teams/chat-config.ts';
import { CLOUDS } from '../../../lib/chats/teams/clouds.ts';
import { teams as teamsDefinition } from '../../../lib/chats/teams/definition.ts';
import { createActivityHandler } from '../../../lib/chats/teams/handle-activity.ts';
import { createTeamsRenderer } from '../../../lib/chats/teams/renderer.ts';
import { decidingWebhooks } from '../../../lib/config/authority.ts';
import { type BridgeConfig, type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { namedWebhooks } from '../../../lib/config/webhooks.ts';
import { createAskEverywhere } from '../../../lib/delivery/ask.ts';
import { createClosedNotice } from '../../../lib/delivery/closed-notice.ts';
import { createDeliver } from '../../../lib/delivery/deliver.ts';
import { createDeliveryOutbox } from '../../../lib/delivery/delivery-outbox.ts';
import { createPace } from '../../../lib/delivery/pace.ts';
import { createParkDelivery } from '../../../lib/delivery/park-delivery.ts';
import { createSaysAlready } from '../../../lib/delivery/says-already.ts';
import { createPersonaDisplay } from '../../../lib/delivery/show-personas.ts';
import { createVerdictDisplay } from '../../../lib/delivery/show-verdict.ts';
import { createPersonasOf } from '../../../lib/delivery/untold-personas.ts';
import type { SevereFrom } from '../../../lib/delivery/urgency.ts';
import { wasShown } from '../../../lib/delivery/was-shown.ts';
import { createAlikeLedger } from '../../../lib/dynamo/dynamo-alike-ledger.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createMuteLedger } from '../../../lib/dynamo/dynamo-mute-ledger.ts';
import { createDynamoOutcomes } from '../../../lib/dynamo/dynamo-past.ts';
import { createDynamoPersonaLedger } from '../../../lib/dynamo/dynamo-persona-ledger.ts';
import { createRestingMessages } from '../../../lib/dynamo/dynamo-resting-messages.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createSignedSubmissions } from '../../../lib/dynamo/signed-submissions.ts';
import { createSystemCases } from '../../../lib/dynamo/system-cases.ts';
import type { ToldThreat } from '../../../lib/feed/feed-ledger.ts';
import { NO_FINDINGS } from '../../../lib/health/problem.ts';
import { createAskPersona } from '../../../lib/personas/ask-persona.ts';
import type { CallAws } from '../../../lib/platform/aws/signed-aws.ts';
import { type Case, closedAtMsOf, updatedAtMsOf } from '../../../lib/posture/schemas/case.ts';
import type { Outbox } from '../../../lib/queues/outbox.ts';
import { createQueueEdge } from '../../../lib/queues/queue-edge.ts';
import { findQueueUrl } from '../../../lib/queues/queue-urls.ts';
import { type BatchHandler, createBatchHandler, sqsBatch } from '../../../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../../../lib/queues/sqs-outbox.ts';
import { createBringUpToDate } from '../../../lib/reconcile/bring-up-to-date.ts';
import { createFindPersonas } from '../../../lib/reconcile/find-personas.ts';
import { createFollowCases } from '../../../lib/reconcile/follow-cases.ts';
import { createOverdueVerdicts } from '../../../lib/reconcile/overdue-verdicts.ts';
import type { ReconcilePart } from '../../../lib/reconcile/reconcile.ts';
import { createRequeueResting } from '../../../lib/reconcile/resting-messages.ts';
import { createRingAgain } from '../../../lib/reconcile/ring-again.ts';
import { createWhomToCall } from '../../../lib/routing/whom-to-call.ts';
import type { ChatDirectory } from '../../../lib/verdict/authorize.ts';
import { withProof } from '../../../lib/verdict/click-proof.ts';
import { createClickQueue } from '../../../lib/verdict/click-queue.ts';
import {
  readSeveralMessage,
  type SeveralMessage,
  writeSeveralMessage,
} from '../../../lib/verdict/several-message.ts';
import { isSystem } from '../../../lib/verdict/system-person.ts';
import { createVerdictHandler } from '../../../lib/verdict/verdict-handler.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';
import { createVerdictQueue } from '../../../lib/verdict/verdict-queue.ts';
import type { SystemCases } from '../../../lib/webhook/verdicts/submission.ts';
import { createKeysOfSystems } from '../../../lib/webhook/verdicts/system-keys.ts';
import { createTakeVerdict } from '../../../lib/webhook/verdicts/take-verdict.ts';
import { createVerdictsApp } from '../../../lib/webhook/verdicts/verdicts-app.ts';
import { asksNothing } from '../../support/asks-nothing.ts';
import { caseRecord } from '../../support/case-records.ts';
import { SEAL } from '../../support/sealed.ts';
import { createPress, small } from '../../support/small-chat.ts';
import { createLightRenderer } from './light-renderer.ts';
import { createLightTeamsRenderer } from './light-teams-renderer.ts';
import type { ModelCases } from './model-cases.ts';
import type { ModelPersonas } from './model-personas.ts';
import type { ModelPlatform } from './model-platform.ts';
import { type ModelQueue, sqsClient } from './model-queue.ts';
import type { ModelSlack } from './model-slack.ts';
import { type ModelSmall, SMALL_CHANNEL, SMALL_PEOPLE } from './model-small.ts';
import type { ModelTeams } from './model-teams.ts';
import type { Instance, World } from './world.ts';

export const DOMAIN = 'acme';
export const CHANNELS = { soc: 'C0SOC00001', lead: 'C0LEAD0001', ops: 'C0OPS00001' } as const;
export const GAP_MS = 1_050;
const POST_TIMEOUT_MS = 30_000;
const SEVERE_FROM: SevereFrom = 'high';

/** The last one may not decide. */
export const PEOPLE = ['U0ANN00001', 'U0BOB00001', 'U0CAT00001', 'U0EVE00001'] as const;

export const TEAMS_CHANNEL = '19:duty@thread.tacv2';
/** The same people in Teams, under other ids. */
export const TEAMS_PEOPLE = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'eeeeeeee'].map(
  (start) => `${start}-0000-4000-8000-000000000000`,
);

const configs = new Map<string, BridgeConfig>();

/** Escalating needs a second person, calling it a duplicate needs a reason. */
export function configFor(
  undoSeconds: number,
  { teams = false, small = false, waits = false, systems = false } = {},
): BridgeConfig {
  const name = `${undoSeconds} ${teams} ${small} ${waits} ${systems}`;
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
      ...(systems && {
        soar: {
          type: 'webhook',
          url: 'https://soar.example/hook',
          secret: '/soar',
          verdicts: { allow: { webhooks: ['soar'] } },
        },
      }),
    },
    ...(teams && {
      teams: {
        appId: '11111111-0000-4000-8000-000000000000',
        tenantId: '22222222-0000-4000-8000-000000000000',
        password: '/password',
      },
    }),
    routes: [
      {
        name: 'all',
        to: ['soc', 'lead', ...(teams ? ['duty'] : []), ...(systems ? ['soar'] : [])],
        ...(waits && { unanswered: stepsIn(teams) }),
      },
    ],
    verdicts: {
      allow: { slackUsers: PEOPLE.slice(0, 3), teamsUsers: TEAMS_PEOPLE.slice(0, 3) },
      undoSeconds,
      outcomes: { ESCALATED: { approval: true }, DUPLICATE: { comment: 'required' } },
    },
    ops: { to: 'ops' },
  });
  const complete = small ? withSmall(config) : config;
  configs.set(name, complete);
  return complete;
}

/** Who is called when nobody answers. */
export const CALLED = { slack: 'S0DUTY0001', teams: 'dddddddd-0000-4000-8000-000000000000' } as const;

/** People are called after a minute, and after three it goes to another channel, unless it is there. */
const stepsIn = (teams: boolean): NonNullable<BridgeInput['routes'][number]['unanswered']> => [
  {
    after: { medium: '1m', critical: '1m' },
    mention: [CALLED.slack, ...(teams ? [{ id: CALLED.teams, name: 'Duty' }] : [])],
  },
  { after: { medium: '3m', critical: '3m' }, to: 'lead' },
];

/** The small chat is in no list of chats, so no checked configuration can hold it. */
const withSmall = (config: BridgeConfig): BridgeConfig =>
  ({
    ...config,
    destinations: { ...config.destinations, duty: { type: small.name, channel: SMALL_CHANNEL } },
    verdicts: {
      ...config.verdicts,
      allow: { ...(config.verdicts?.allow as object), smallUsers: SMALL_PEOPLE.slice(0, 3) },
    },
  }) as unknown as BridgeConfig;

export const SYSTEM_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

/** Calls without the SDK, as calls with it: these are what the fake table understands. */
const signedOver =
  (client: Pick<DynamoDBClient, 'send'>): CallAws =>
  async ({ name }, input) => {
    if (name === 'GetItem') return (await client.send(new GetItemCommand(input as never))) as never;
    try {
      const statements = { TransactStatements: [input as never] };
      return (await client.send(new ExecuteTransactionCommand(statements))) as never;
    } catch (thrown) {
      throw thrown instanceof TransactionCanceledException ? new Error('DuplicateItem') : thrown;
    }
  };

/** Nobody is in a group, and nobody a guest. */
const AT_HOME: ChatDirectory = { isMember: async () => 'no', isOutsider: async () => 'no' };
const NAMED_IN: Readonly<Record<string, typeof small.namedIn>> = {
  slack: slackDefinition.namedIn,
  teams: teamsDefinition.namedIn,
  [small.name]: small.namedIn,
  webhook: namedWebhooks,
};

const lacking = (config: BridgeConfig, name: string | undefined): BridgeConfig => ({
  ...config,
  destinations: Object.fromEntries(Object.entries(config.destinations).filter(([one]) => one !== name)),
});

export interface Surroundings {
  readonly world: World;
  readonly slack: ModelSlack;
  readonly teams: ModelTeams;
  readonly smallChat: ModelSmall;
  readonly platform: ModelPlatform;
  readonly slackQueue: ModelQueue;
  readonly teamsQueue: ModelQueue;
  readonly smallQueue: ModelQueue;
  readonly verdictQueue: ModelQueue;
  readonly caseOf: (caseId: string) => Case | null;
  readonly modelCases: ModelCases;
  readonly personas: ModelPersonas;
  /** A destination that this configuration does not have. */
  readonly without?: string;
}

/** The functions as they are composed for Lambda, with one process each. */
export function createBridge(surroundings: Surroundings) {
  const { world, slack, teams, smallChat, platform, modelCases, personas, caseOf } = surroundings;
  const { slackQueue, teamsQueue, smallQueue, verdictQueue } = surroundings;
  const { history, random, tableClient, count } = world;
  const config = lacking(
    configFor(history.undoSeconds, {
      ...{ teams: history.teams, small: history.small, waits: history.unanswered !== undefined },
      systems: history.sendings !== undefined,
    }),
    surroundings.without,
  );
  const rules = config.verdicts as NonNullable<BridgeConfig['verdicts']>;
  const { channelOf, tokenNameOf } = slackConfig(config);
  const sealed = {
    ...rules,
    sealOf: SEAL.of,
    approvableIn: (by: Person) => (isSystem(by) ? ['slack'] : []),
  };
  const renderer = history.realRenderer ? createSlackRenderer(sealed) : createLightRenderer(sealed);
  const teamsRenderer = history.realRenderer ? createTeamsRenderer(sealed) : createLightTeamsRenderer(sealed);
  const rateLimits = (channel: string) => ({
    ...slackDefinition.rateLimits(channel),
    post: { name: `slack#post#${channel}`, gapMs: GAP_MS },
  });
  const queues = [slackQueue, teamsQueue, smallQueue, verdictQueue];
  const queueUrls = { slack: slackQueue.url, teams: teamsQueue.url, small: smallQueue.url };
  const smallRenderer = small.createRenderer(sealed);
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
    const rows = createDynamoVersionedRows(table);
    const resting = createRestingMessages({ rows, clock });
    const ledger = createDeliveryLedger(rows);
    const outbox = createSqsOutbox({ client: sqs, clock, random, timeoutMs: 5_000 });
    const deliveryOutbox = createDeliveryOutbox({ outbox, ledger, severeFrom: SEVERE_FROM, clock });
    const edgeOf = ({ url }: ModelQueue) =>
      createQueueEdge({ client: sqs, queueUrl: url, deadLettersUrl: `${url}/dead`, queue: url, resting });
    const queueClick = createClickQueue({
      async keep(message) {
        // Only the queue has it until the ledger says that it has it too.
        verdictQueue.alone.add(message.body);
        await resting.keep({ ...message, queue: verdictQueue.url });
        verdictQueue.alone.delete(message.body);
      },
      async send(body, restingId) {
        const one = { deliveryId: 'click', group: 'click', body, ...(restingId && { restingId }) };
        const [unsent] = await outbox.send(verdictQueue.url, [one]);
        if (unsent) throw new Error(unsent.reason);
      },
      log: quiet.log,
    });
    return {
      table,
      rows,
      resting,
      queue: (message: VerdictMessage) => queueClick(message, writeVerdictMessage(message)),
      queueSeveral: (message: SeveralMessage) =>
        queueClick(message, withProof(writeSeveralMessage(message), SEAL)),
      ledger,
      verdicts: createDynamoAnswerLedger(table),
      outcomes: createDynamoOutcomes(table, { keptMs: 93 * 86_400_000 }),
      cases: createCaseLedger(rows),
      known: createDynamoPersonaLedger({ rows, clock }),
      outbox,
      deliveryOutbox,
      edgeOf,
      closingOf: (queue: ModelQueue) => ({
        severeFrom: SEVERE_FROM,
        whomToCall: createWhomToCall(config),
        getsThreats: () => true,
        ...(history.personas && {
          personasOf: createPersonasOf({
            ledger: createDynamoPersonaLedger({ rows, clock }),
            personasAt: () => 'full',
            clock,
            log: quiet.log,
          }),
        }),
        park: createParkDelivery({ park: edgeOf(queue).park, clock }),
        tellOps: createClosedNotice({ config, queueUrls, outbox: deliveryOutbox, ledger, clock }),
      }),
      responder: createResponder({ transport: slack.transport(process), clock }),
    };
  };

  function notifier(process: Instance): BatchHandler {
    const { clock } = process;
    const { rows, verdicts, edgeOf, ledger, closingOf } = partsOf(process);
    const closing = closingOf(slackQueue);
    const deliver = createDeliver({
      definition: { ...slackDefinition, rateLimits },
      chat: createChannelChat({ tokenNameOf, open: async () => createSlackChat(slack.api(process)) }),
      renderer,
      ledger,
      pace: createPace({ rows, clock }),
      channelOf,
      answerOf: (domain, caseId) => verdicts.load(domain, caseId),
      caseOf: createCaseLedger(rows).load,
      stormThresholdOf: () => history.stormThreshold,
      ...closing,
      clock,
      ...quiet,
    });
    return sqsBatch(deliver, { ...edgeOf(slackQueue), reserveMs: 10_000 });
  }

  function teamsNotifier(process: Instance): BatchHandler {
    const { clock } = process;
    const { rows, verdicts, edgeOf, ledger, closingOf } = partsOf(process);
    const closing = closingOf(teamsQueue);
    const deliver = createDeliver({
      definition: teamsDefinition,
      chat: teams.chat(process),
      renderer: teamsRenderer,
      ledger,
      pace: createPace({ rows, clock }),
      channelOf: teamsConfig(config).channelOf,
      answerOf: (domain, caseId) => verdicts.load(domain, caseId),
      caseOf: createCaseLedger(rows).load,
      stormThresholdOf: () => history.stormThreshold,
      ...closing,
      clock,
      ...quiet,
    });
    return sqsBatch(deliver, { ...edgeOf(teamsQueue), reserveMs: 10_000 });
  }

  function smallNotifier(process: Instance): BatchHandler {
    const { clock } = process;
    const { rows, verdicts, edgeOf, ledger, closingOf } = partsOf(process);
    const closing = closingOf(smallQueue);
    const deliver = createDeliver({
      definition: small,
      chat: smallChat.chat(process),
      renderer: smallRenderer,
      ledger,
      pace: createPace({ rows, clock }),
      channelOf: (destination) => (destination === 'duty' ? SMALL_CHANNEL : null),
      answerOf: (domain, caseId) => verdicts.load(domain, caseId),
      caseOf: createCaseLedger(rows).load,
      stormThresholdOf: () => history.stormThreshold,
      ...closing,
      clock,
      ...quiet,
    });
    return sqsBatch(deliver, { ...edgeOf(smallQueue), reserveMs: 10_000 });
  }

  function verdict(process: Instance): BatchHandler {
    const { clock } = process;
    const { ledger, verdicts, outcomes, outbox, edgeOf, responder } = partsOf(process);
    const queueUrlOf = (destination: string) => findQueueUrl(config, queueUrls, destination);
    const repliesParts = { ...asksNothing, config, rules, sealOf: SEAL.of, clock, log: quiet.log };
    const replies = new Map([
      ['slack', createSlackReplies(repliesParts, { renderer, responder })],
      ['teams', teamsDefinition.createReplies(repliesParts)],
      [small.name, small.createReplies(repliesParts)],
    ]);
    const made = createVerdictHandler({
      outcomes,
      ledger: verdicts,
      platformOf: async () => platform.of(process),
      queue: createVerdictQueue({ outbox, queueUrl: verdictQueue.url }),
      surfaces: createVerdictDisplay({
        ledger,
        outbox,
        queueUrlOf,
        findCase: async ({ caseId }) => caseOf(caseId),
        routesOf: () => Object.keys(config.destinations).filter((name) => name !== 'soar'),
        repliesOf: (chat) => replies.get(chat),
        clock,
        log: quiet.log,
      }),
      wasShown: (domain, caseId) => wasShown(ledger, domain, caseId),
      rules,
      people: config.people,
      rememberedMs: 400 * 86_400_000,
      whyDenied: createClickJudge({
        config,
        namedInOf: (chat) => NAMED_IN[chat],
        routesOf: async () => null,
        log: quiet.log,
      }),
      placeName: (place) => place,
      postTimeoutMs: POST_TIMEOUT_MS,
      clock,
      ...quiet,
    });
    return createBatchHandler<SeveralMessage | VerdictMessage>(
      (body) => readSeveralMessage(body, SEAL) ?? readVerdictMessage(body),
      (message) => (message.kind === 'several' ? made.handleSeveral(message) : made.handle(message)),
      { ...edgeOf(verdictQueue), reserveMs: POST_TIMEOUT_MS },
    );
  }

  function action(process: Instance): (interaction: SlackInteraction) => Promise<object | null> {
    const { clock } = process;
    const { rows, verdicts, queue, queueSeveral, responder } = partsOf(process);
    const deliveries = createDeliveryLedger(rows);
    return createInteractionHandler({
      ...asksNothing,
      config,
      queue,
      queueSeveral,
      api: async () => slack.api(process),
      buttonSeal: async () => SEAL,
      directory: AT_HOME,
      routesOf: async () => null,
      responder,
      answerOf: ({ domain, caseId }) => verdicts.load(domain, caseId),
      async lookUp({ domain, caseId, destination }) {
        const [delivery, answer, record] = await Promise.all([
          deliveries.load({ domain, feed: 'cases', id: caseId, destination }),
          verdicts.load(domain, caseId),
          createCaseLedger(rows).load(domain, caseId),
        ]);
        return delivery && { delivery: { ...delivery.value, record }, evidence: [], answer };
      },
      clock,
      log: quiet.log,
      metrics: () => undefined,
    });
  }

  /** Where a system sends what it decided. */
  function systems(process: Instance) {
    const { clock } = process;
    const { table, queue } = partsOf(process);
    const callAws = signedOver(table.client);
    const stored = createSystemCases(callAws, 'ledger');
    const cases: SystemCases = {
      ...stored,
      // What webhooks are told has a simulation of its own.
      sentTo: async (_, caseId) => {
        const item = caseOf(caseId);
        return item && { createdAtMs: Date.parse(item.created_at), routes: ['all'] };
      },
    };
    const parts = { config, cases, clock, log: quiet.log };
    return createVerdictsApp({
      ...parts,
      keysOf: createKeysOfSystems({
        systems: decidingWebhooks(config),
        readSecret: async () => SYSTEM_SECRET,
        ...{ clock, log: quiet.log },
      }),
      submissions: createSignedSubmissions({ callAws, tableName: 'ledger', keptMs: 400 * 86_400_000, clock }),
      take: createTakeVerdict({ ...parts, queue }),
      counts: { taken: () => undefined, refused: () => undefined },
    });
  }

  function teamsAction(process: Instance): ReturnType<typeof createActivityHandler> {
    const { clock } = process;
    const { rows, verdicts, queue } = partsOf(process);
    const deliveries = createDeliveryLedger(rows);
    return createActivityHandler({
      ...asksNothing,
      config,
      directoryAt: () => AT_HOME,
      routesOf: async () => null,
      queue,
      async lookUp({ domain, caseId, destination }) {
        const [delivery, answer, record] = await Promise.all([
          deliveries.load({ domain, feed: 'cases', id: caseId, destination }),
          verdicts.load(domain, caseId),
          createCaseLedger(rows).load(domain, caseId),
        ]);
        return delivery && { delivery: { ...delivery.value, record }, answer };
      },
      addresses: { cloud: CLOUDS.public },
      buttonSeal: async () => SEAL,
      clock,
      log: quiet.log,
      metrics: () => undefined,
    });
  }

  function smallPress(process: Instance): ReturnType<typeof createPress> {
    const { clock } = process;
    const { rows, queue } = partsOf(process);
    const deliveries = createDeliveryLedger(rows);
    return createPress({
      config,
      queue,
      async lookUp({ domain, caseId, destination }) {
        const found = await deliveries.load({ domain, feed: 'cases', id: caseId, destination });
        return found && { delivery: found.value, answer: null };
      },
      buttonSeal: async () => SEAL,
      clock,
    });
  }

  /** What the poller notes of a case that it has handed over. */
  const noteTold = (process: Instance, told: readonly ToldThreat[]): Promise<void> =>
    createDynamoFeedLedger(partsOf(process).table).noteTold(DOMAIN, told);

  /** Where the poller records that a place has a case. */
  async function recordHanded(process: Instance, item: Case, place: string): Promise<void> {
    const { cases } = partsOf(process);
    const facts = { createdAtMs: Date.parse(item.created_at), updatedAtMs: updatedAtMsOf(item) };
    const closedAtMs = closedAtMsOf(item);
    const fresh = caseRecord({ domain: DOMAIN, caseId: item.case_id, ...facts, closedAtMs });
    if ((await cases.save({ ...fresh, places: { [place]: 'handed' } })) === 'saved') return;
    await cases.change(DOMAIN, item.case_id, (record) =>
      record.places[place] === 'handed'
        ? record
        : withSent({ ...record, places: { ...record.places, [place]: 'unsent' } }, [place], []),
    );
  }

  /** What the poller hands its messages to. */
  const handOver = (process: Instance): Outbox => partsOf(process).deliveryOutbox;

  /** What the reconciler does every minute. */
  function reconciler(process: Instance): readonly ReconcilePart[] {
    const { clock } = process;
    const { ledger, outbox, verdicts, cases, known, resting, rows, table, deliveryOutbox } = partsOf(process);
    const destinations = new Map(
      Object.keys(config.destinations).flatMap((name) => {
        const url = name === 'duty' && history.small ? smallQueue.url : findQueueUrl(config, queueUrls, name);
        return url === null ? [] : [[name, url] as const];
      }),
    );
    const queue = createVerdictQueue({ outbox, queueUrl: verdictQueue.url });
    const ringing = { outbox, queueUrlOf: (name: string) => destinations.get(name) ?? null, clock };
    const showing = { ledger, ...ringing, severeFrom: SEVERE_FROM };
    const finder = createFindPersonas({
      domains: history.personas ? [DOMAIN] : [],
      cases,
      deliveries: ledger,
      personasAt: () => 'full',
      ask: createAskPersona({
        ledger: known,
        find: personas.findFor(process),
        onRefusedKey: () => undefined,
        clock,
        log: quiet.log,
      }),
      show: createPersonaDisplay(showing),
      // All that comes later, the look at open cases brings.
      newsOf: async () => '',
      clock,
      log: quiet.log,
    });
    return [
      createOverdueVerdicts({ domains: [DOMAIN], ledger: verdicts, queue, clock, findings: NO_FINDINGS }),
      createRingAgain({
        ledger,
        destinations,
        outbox,
        clock,
        findings: NO_FINDINGS,
        ops: undefined,
        ...quiet,
      }),
      createRequeueResting({
        resting,
        queues: Object.fromEntries(queues.map(({ url }) => [url, url])),
        outbox,
        tellOps: async () => undefined,
        clock,
        log: quiet.log,
        findings: NO_FINDINGS,
      }),
      createFollowCases({
        domains: history.moves ? [DOMAIN] : [],
        everyMs: 60_000,
        ledger: cases,
        casesOf: async () => ({ pages: modelCases.pagesFor(process) }),
        bringUpToDate: createBringUpToDate({
          // Where a case goes, these histories say.
          config: { ...config, routes: [] },
          queueUrls: { ...queueUrls, [small.name]: smallQueue.url },
          outbox: deliveryOutbox,
          feeds: createDynamoFeedLedger(table),
          cases,
          mutes: createMuteLedger(rows),
          mutesOf: async () => [],
          alike: createAlikeLedger(rows),
          stepsOf: () => [],
          clock,
          log: quiet.log,
        }),
        ask: createAskEverywhere(showing),
        saysAlready: createSaysAlready({ ledger, answerOf: verdicts.load }),
        tellWebhooks: async () => undefined,
        onRefusedKey: () => undefined,
        onListed: finder.met,
        clock,
        log: quiet.log,
      }),
      finder.part,
    ];
  }

  return {
    handOver,
    recordHanded,
    noteTold,
    reconciler,
    smallRenderer,
    smallNotifier,
    smallPress,
    rules,
    renderer,
    teamsRenderer,
    notifier,
    teamsNotifier,
    verdict,
    action,
    teamsAction,
    systems,
  };
}

export type Bridge = ReturnType<typeof createBridge>;
