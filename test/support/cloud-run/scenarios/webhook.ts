import { deliveryIdOf } from '../../../../lib/case/delivery-id.ts';
import type { Envelope } from '../../../../lib/case/envelope.ts';
import { readQueueUrl } from '../../../../lib/config/queue-url.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../../../lib/endpoints/stored-events.ts';
import { probeNow } from '../../../../lib/outbox/circuit-breaker.ts';
import { wakeUpOf } from '../../../../lib/outbox/wake-up.ts';
import { BUS, VAULT_URL } from '../../../stack/synthesized.ts';
import { createSystemSender } from '../../system-sender.ts';
import { type BridgeStage, DOMAINS } from '../bridge-stage.ts';
import type { Scenario } from '../scenario.ts';
import { type ChatScene, envelopeOf, handOverTo, inChat, noSchedules, queueLike } from './chat-scene.ts';
import { inLedger } from './ledger.ts';

const QUEUE = /ToWebhookQueue/;
const DEAD_LETTERS = /ToWebhookDeadLetters/;
/** Longer than a row holds, so that it is put into several. */
const OF_A_NEWER_VERSION = JSON.stringify({ v: 9, text: 'x'.repeat(150_000) });

const handOver = (scene: ChatScene) =>
  handOverTo(scene, scene.operator, QUEUE, envelopeOf(scene.stage, 'siem'));

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

const decides: Scenario = {
  name: 'a system decides by a link, is told no by its next request, and what became of that when it asks',
  runs: ['WebhooksNotify', 'Action', 'Verdict'],
  shows: ['route'],
  change: noSchedules,
  play: inChat(async (scene) => {
    const { receiver, openCase } = scene.stage;
    const got = listen(scene.stage);
    await handOver(scene);
    await scene.until('the system is told of the case', () => got('case.created').length === 1);
    const links = got('case.created')[0]?.event.data.verdict_links as { url: string; outcome: string }[];
    const url = new URL(links.find(({ outcome }) => outcome === 'SAFE')?.url ?? '');
    const form = new URLSearchParams({ t: url.searchParams.get('t') ?? '', comment: 'By a link.' });
    const page = await fetch(url);
    if (page.status !== 200) throw new Error(`the page of a link is answered with ${page.status}`);
    const pressed = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form });
    if (pressed.status !== 202) throw new Error(`its button is answered with ${pressed.status}`);
    await scene.until('the verdict is recorded', () => got('verdict.recorded').length === 1);
    const system = createSystemSender(`${scene.cloud.outputs.VerdictsUrl}/siem`, receiver.secret);
    const [domain = ''] = DOMAINS;
    const body = { domain, case_id: openCase.case_id, outcome: 'TRUE_POSITIVE' };
    const sent = await system.post('scenario-1', body);
    if (sent.status !== 202) throw new Error(`a verdict is answered with ${sent.status}`);
    await scene.until(
      'the system is told no',
      async () => (await system.ask('scenario-1')).body.state === 'refused',
    );
  }),
};

const gone: Scenario = {
  name: 'of a webhook that is gone the operators are told, and what cannot be read is parked or quarantined',
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
      await handOverTo(scene, scene.operator, QUEUE, noticeFor('siem'));
      await scene.until('the operators are told', () => scene.postedTo('ops').length > 0);
    } finally {
      receiver.answer(() => ({ status: 204 }));
    }
  }),
};

function noticeFor(destination: string): Envelope {
  const [domain = ''] = DOMAINS;
  const at = new Date().toISOString();
  const deliveryId = deliveryIdOf({ domain, destination, feed: 'notice', id: at });
  const about = { domain, destination, deliveryId, routes: [], handedOverAt: at };
  const notice = { code: 'test', title: 'A notice', text: 'It says nothing.', at };
  return { kind: 'notice', ...about, notice };
}

const VAULT = readQueueUrl(VAULT_URL)?.arn ?? '';
const ofTheUser: Scenario = {
  name: 'queues and a bus of the user are told of a case, though a queue and the bus were not there at first',
  runs: ['WebhooksNotify', 'SlackNotify'],
  change: noSchedules,
  play: inChat(async (scene) => {
    const { outside } = scene.cloud;
    await outside.deleteQueue(VAULT);
    outside.buses.delete(BUS);
    for (const name of ['lake', 'vault', 'bus'])
      await handOverTo(scene, scene.operator, QUEUE, envelopeOf(scene.stage, name));
    const toldOf = (name: string) =>
      scene.postedTo('ops').some(({ shown }) => shown.join(' ').includes(`${name}: refusing new messages`));
    await scene.until('the operators are told of both', () => toldOf('vault') && toldOf('bus'));
    await outside.createQueue(VAULT);
    outside.buses.create(BUS);
    await inLedger(scene.cloud, async (table) => {
      const parts = table.at(Date.now());
      const ledger = createEventLedger(createDynamoVersionedRows(parts));
      for (const name of ['vault', 'bus']) await probeNow(ledger, name, parts.clock);
    });
    // Whatever comes has what waits tried as well.
    for (const name of ['vault', 'bus']) {
      const { body } = wakeUpOf({ domain: DOMAINS[0] ?? '', destination: name, items: [], time: '' });
      await scene.operator.send(queueLike(scene, QUEUE), body);
    }
    const waiting = async (part: string) =>
      Object.entries(await scene.cloud.queues()).find(([name]) => name.includes(part))?.[1].waiting;
    await scene.until(
      'all of them have the case',
      async () =>
        (await waiting('lake')) === 1 && (await waiting('vault')) === 1 && outside.buses.on(BUS).length === 1,
    );
  }),
};

export const webhookScenarios: readonly Scenario[] = [told, decides, gone, ofTheUser];
