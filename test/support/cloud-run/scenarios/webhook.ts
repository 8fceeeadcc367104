import { deliveryIdOf } from '../../../../lib/queues/delivery-id.ts';
import { packEnvelope } from '../../../../lib/queues/pack-envelope.ts';
import { type BridgeStage, DOMAINS } from '../bridge-stage.ts';
import type { Scenario } from '../scenario.ts';
import { type ChatScene, envelopeOf, inChat, noSchedules, queueLike } from './chat-scene.ts';

const QUEUE = /DeliveriesWebhookQueue/;
const DEAD_LETTERS = /DeliveriesWebhookDeadLetters/;
/** Longer than a row holds, so that it is put into several. */
const OF_A_NEWER_VERSION = JSON.stringify({ v: 9, text: 'x'.repeat(150_000) });

const handOver = (scene: ChatScene) =>
  scene.operator.send(queueLike(scene, QUEUE), envelopeOf(scene.stage, 'siem'));

/** What came since now. All scenarios share one receiver. */
function listen({ receiver }: BridgeStage) {
  const before = receiver.received.length;
  return (type: string) => receiver.received.slice(before).filter(({ event }) => event.type === type);
}

const told: Scenario = {
  name: 'a webhook is told of a case, and how it was decided, though it was down for a moment',
  runs: ['WebhooksNotify', 'SlackNotify', 'Action', 'Verdict'],
  shows: ['variable', 'event source mapping'],
  change: noSchedules,
  play: inChat(async (scene) => {
    const { receiver } = scene.stage;
    const got = listen(scene.stage);
    let isDown = true;
    receiver.answer(() => {
      const status = isDown ? 503 : 204;
      isDown = false;
      return { status };
    });
    try {
      await handOver(scene);
      await scene.until('the webhook is told again', () => got('case.created').length === 2);
      await scene.press(await scene.postCase(), 'verdict:TRUE_POSITIVE');
      await scene.until('the webhook is told of the verdict', () => got('verdict.recorded').length === 1);
      if (receiver.refused.length > 0) throw new Error(`it would be refused: ${receiver.refused[0]}`);
    } finally {
      receiver.answer(() => ({ status: 204 }));
    }
  }),
};

const gone: Scenario = {
  name: 'of a webhook that is gone the operators are told, and what cannot be read is parked or rests',
  runs: ['WebhooksNotify'],
  change: noSchedules,
  play: inChat(async (scene) => {
    const { receiver } = scene.stage;
    await scene.operator.send(queueLike(scene, QUEUE), 'not of the bridge');
    await scene.until(
      'it is parked',
      async () => (await scene.operator.waiting(queueLike(scene, DEAD_LETTERS))) === 1,
    );
    await scene.operator.send(queueLike(scene, QUEUE), OF_A_NEWER_VERSION);
    receiver.answer(() => ({ status: 410 }));
    try {
      await scene.operator.send(queueLike(scene, QUEUE), noticeFor('siem'));
      await scene.until('the operators are told', () => scene.postedTo('ops').length > 0);
    } finally {
      receiver.answer(() => ({ status: 204 }));
    }
  }),
};

function noticeFor(destination: string): string {
  const [domain = ''] = DOMAINS;
  const at = new Date().toISOString();
  const deliveryId = deliveryIdOf({ domain, destination, feed: 'notice', id: at });
  const about = { domain, destination, deliveryId, routes: [], handedOverAt: at };
  const notice = { code: 'test', title: 'A notice', text: 'It says nothing.', at };
  return packEnvelope({ v: 1, kind: 'notice', ...about, notice });
}

export const webhookScenarios: readonly Scenario[] = [told, gone];
