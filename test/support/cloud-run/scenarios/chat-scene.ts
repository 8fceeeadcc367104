import type { OutMessage } from '../../../../lib/base/queues/outbox.ts';
import { deliveryIdOf } from '../../../../lib/case/delivery-id.ts';
import type { Envelope } from '../../../../lib/case/envelope.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createKeepForEndpoints } from '../../../../lib/endpoints/keep-events.ts';
import { createEventLedger } from '../../../../lib/endpoints/stored-events.ts';
import { createHandOver } from '../../../../lib/outbox/hand-over.ts';
import { createKeepForChats } from '../../../../lib/outbox/keep-content.ts';
import { createDeliveryLedger } from '../../../../lib/outbox/stored-deliveries.ts';
import type { Slack } from '../../../../local/slack/server.ts';
import { ANNA, type BridgeStage, CHANNELS, DOMAINS } from '../bridge-stage.ts';
import { type Change, onAll, onAllRoles } from '../raw-template.ts';
import type { Scene } from '../scenario.ts';
import { inLedger, sealOfClicks } from './ledger.ts';
import { asOperator, type Operator } from './operator.ts';

type Message = ReturnType<Slack['messages']>[number];

/** The queue of the stage whose logical id has this in it. */
export function queueLike({ stage: { resolved } }: Scene, part: RegExp): string {
  const found = resolved.of('AWS::SQS::Queue').find(({ logicalId }) => part.test(logicalId));
  if (!found) throw new Error(`the stage has no queue like ${part.source}`);
  return found.logicalId;
}

export const SLACK_QUEUE = /ToSlackQueue/;
export const SLACK_DEAD_LETTERS = /ToSlackDeadLetters/;
export const TEAMS_QUEUE = /ToTeamsQueue/;
export const TEAMS_DEAD_LETTERS = /ToTeamsDeadLetters/;
export const CLICKS_QUEUE = /ClicksQueue/;
export const CLICKS_DEAD_LETTERS = /ClicksDeadLetters/;

/** Nothing is polled: what there is to deliver, the scenario hands over. */
export const noSchedules = onAll('AWS::Scheduler::Schedule', { State: 'DISABLED' });

/** And nothing can be queued by a function, as when somebody forbids it for the whole account. */
/** What is denied when neither the queue nor the ledger takes a click. */
export const NO_CLICKS = ['sqs:SendMessage', 'dynamodb:PartiQLInsert'];
export const noClicks: Change = (template) => {
  noSchedules(template);
  for (const Action of NO_CLICKS) onAllRoles({ Effect: 'Deny', Action, Resource: '*' })(template);
};

export interface ChatScene extends Scene {
  readonly stage: BridgeStage;
  readonly operator: Operator;
  /** What was posted to a channel since the scenario began. All scenarios share one Slack. */
  postedTo(channel: keyof typeof CHANNELS): Message[];
  /** Hands a case over, as the poll does. */
  handOverCase(): Promise<void>;
  /** The same, and waits until it is in its channel. */
  postCase(): Promise<Message>;
  /** Presses something on a message, and sees that the bridge took it. */
  press(message: Message, actionId: string, optionValue?: string): Promise<void>;
  verdictsAtApi(): Promise<number>;
}

export const inChat = (play: (scene: ChatScene) => Promise<void>) => (scene: Scene) =>
  asOperator(scene.cloud, async (operator) => {
    const stage = scene.stage as BridgeStage;
    const { slack, api } = stage;
    const { cloud, said, until, restart } = scene;
    await sealOfClicks(cloud);
    slack.setRequestUrl(cloud.outputs.SlackRequestUrl ?? '');
    const before = new Map(Object.values(CHANNELS).map((id) => [id, slack.messages(id).length]));
    const postedTo = (name: keyof typeof CHANNELS) =>
      slack.messages(CHANNELS[name]).slice(before.get(CHANNELS[name]));

    const handOverCase = () => handOverTo(scene, operator, SLACK_QUEUE, envelopeOf(stage, 'soc'));

    await play({
      stage,
      cloud,
      said,
      until,
      restart,
      operator,
      postedTo,
      handOverCase,
      async postCase() {
        await handOverCase();
        await until('the case is in its channel', () => postedTo('soc').length > 0);
        return postedTo('soc')[0] as Message;
      },
      async press({ channel, ts }, actionId, optionValue) {
        const { seen } = await slack.click({ userId: ANNA, channel, ts, actionId, optionValue });
        const wrong = seen.find(({ what }) => what === 'error');
        if (wrong) throw new Error(`who clicked was told: ${wrong.detail}`);
      },
      verdictsAtApi: () => countVerdicts(api),
    });
  });

/** The open case on its way to a destination. */
export function envelopeOf({ openCase: item }: BridgeStage, destination: string): Envelope {
  const [domain = ''] = DOMAINS;
  const about = { domain, destination };
  const deliveryId = deliveryIdOf({ ...about, feed: 'cases', id: item.case_id });
  const handedOverAt = new Date().toISOString();
  return { kind: 'case', ...about, deliveryId, routes: ['everything'], handedOverAt, item } as Envelope;
}

/** Hands something over as the poll does: into the ledger, and then a wake-up into its queue. */
export function handOverTo(
  scene: Scene,
  operator: Pick<Operator, 'send'>,
  queue: RegExp,
  envelope: Envelope,
): Promise<void> {
  return inLedger(scene.cloud, async (table) => {
    const parts = table.at(Date.now());
    const rows = createDynamoVersionedRows(parts);
    const keep =
      queue === SLACK_QUEUE || queue === TEAMS_QUEUE
        ? createKeepForChats({
            ledger: createDeliveryLedger(rows),
            severeFrom: 'critical',
            clock: parts.clock,
          })
        : createKeepForEndpoints({
            ledger: createEventLedger(rows),
            chooses: () => true,
            clock: parts.clock,
          });
    const outbox = {
      async send(_: string, messages: readonly OutMessage[]) {
        for (const { body } of messages) await operator.send(queueLike(scene, queue), body);
        return [];
      },
    };
    const [unsent] = await createHandOver({ outbox, keep }).send('', [
      { deliveryId: envelope.deliveryId, envelope },
    ]);
    if (unsent) throw new Error(unsent.reason);
  });
}

export async function countVerdicts(api: BridgeStage['api']): Promise<number> {
  const { verdicts } = await api.control<{ verdicts: unknown[] }>('GET', '/verdicts');
  return verdicts.length;
}
