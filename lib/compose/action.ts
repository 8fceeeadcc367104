import { Hono } from 'hono';
import type { CallAws } from '../base/aws/signed-aws.ts';
import { createSignedSend } from '../base/aws/signed-queue.ts';
import { createSignedSecrets } from '../base/aws/signed-secrets.ts';
import { httpHandler, type SentRequest } from '../base/http/http-event.ts';
import type { Transport } from '../base/http/http-transport.ts';
import { BUTTONS_KEY, CLICKS_KEY, PEOPLE_KEY } from '../base/key-names.ts';
import { toFifoId } from '../base/queues/fifo-id.ts';
import { QUARANTINE_ATTRIBUTE } from '../base/queues/quarantine.ts';
import { createSeal, type Seal } from '../base/seal.ts';
import { plainAnswer } from '../chats/document/command-answer.ts';
import type { TakeBulk } from '../chats/presses/bulk.ts';
import { endpoints } from '../chats/registry.ts';
import { type ChatName, clickedIn } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { ActionEnv } from '../config/function-env.ts';
import type { Metrics } from '../config/metrics.ts';
import { queueUrlsIn } from '../config/read-env.ts';
import { createCaseLookUp } from '../dynamo/case-look-up.ts';
import { createSignedQuarantine } from '../dynamo/signed-quarantine.ts';
import { openFacets } from '../features/entry-points/facet.ts';
import { openRedaction } from '../outbox/redaction/open-redaction.ts';
import { compileRoutes } from '../routing/compile-routes.ts';
import { routesSending } from '../routing/routes-sending.ts';
import { withProof } from '../verdict/click-proof.ts';
import { createClickQueue } from '../verdict/click-queue.ts';
import { type VerdictMessage, writeVerdictMessage } from '../verdict/verdict-message.ts';
import { actionFacets } from './generated/action-facets.ts';
import { wordsFacets } from './generated/words-facets.ts';
import { openKeys } from './open-parts.ts';
import type { CommonPorts, Given } from './ports.ts';

export interface ActionPorts extends CommonPorts {
  readonly env: Given<ActionEnv>;
  /** An analyst is waiting: if AWS does not answer at once, the function says so instead of retrying for long. */
  readonly callAws: CallAws;
  /** To the chats. */
  readonly transport: Transport;
}

/** What listens to people: clicks and commands from the chats, canaries, and verdicts of other systems. */
export function createAction(config: BridgeConfig, ports: ActionPorts) {
  const { env, callAws, transport, clock, log } = ports;
  const send = createSignedSend(callAws);
  const cases = createCaseLookUp(callAws, env.TABLE_NAME);
  const keys = openKeys(config, ports);
  const sealOf = async (name: string): Promise<Seal | null> => {
    const key = await keys.keyOf(name);
    return key && createSeal(key);
  };
  const redaction = openRedaction({ config, key: () => keys.keyOf(PEOPLE_KEY), log });
  // Read while the function starts, so that the first click does not wait for them.
  for (const name of [BUTTONS_KEY, CLICKS_KEY]) void keys.keyOf(name).catch(() => undefined);
  void redaction.ready();
  const queueClick = createClickQueue({
    keep: createSignedQuarantine(callAws, env.TABLE_NAME, clock),
    send: (body, { domain, quarantineId: id }) =>
      send(env.VERDICT_QUEUE_URL, body, {
        ...(domain !== undefined && { group: toFifoId(domain) }),
        ...(id !== undefined && { attributes: { [QUARANTINE_ATTRIBUTE]: id } }),
      }),
    log,
  });
  const routes = compileRoutes(config);
  const chats = clickedIn(config);
  const queueUrls = queueUrlsIn(
    env,
    chats.map((type) => ({ type })),
  );

  async function queueProven(message: Parameters<typeof queueClick>[0], text: string): Promise<void> {
    const seal = await sealOf(CLICKS_KEY);
    // The reconciler creates it in its first minute: until then nothing is accepted, and the person has to try again.
    if (!seal) throw new Error('there is no key yet to prove that this was accepted');
    await queueClick(message, withProof(text, seal));
  }
  const queue = (message: VerdictMessage) => queueProven(message, writeVerdictMessage(message));
  const features = openFacets(actionFacets, {
    ...{ ...ports, config, cases, sealOf, queue, queueProven },
    counted: (...measured) => counted(...measured),
    words: Object.assign({}, ...wordsFacets),
  });
  const noticing = features.find((feature) => feature.noticing)?.noticing;
  const counted: Metrics = noticing?.metrics ?? ports.metrics;
  const ask = features.find((feature) => feature.ask)?.ask ?? takesNoCommands;
  const createBulk = features.find((feature) => feature.createBulk)?.createBulk ?? takesNoBulk;

  const endpointOf = (chat: ChatName) =>
    endpoints[chat]({
      config,
      queue,
      createBulk,
      ask,
      buttonSeal: () => sealOf(BUTTONS_KEY),
      async lookUp({ domain, caseId, destination }) {
        const [delivery, answer, record] = await Promise.all([
          cases.deliveryOf(domain, caseId, destination),
          cases.answerOf(domain, caseId),
          cases.recordOf(domain, caseId),
          redaction.ready(),
        ]);
        if (!delivery) return null;
        const redacted = redaction.apply(delivery, answer);
        return { delivery: { ...redacted.shown, record }, answer: redacted.answer };
      },
      async routesOf(target) {
        const { domain, caseId, destination } = target;
        const [delivery, answer] = await Promise.all([
          cases.deliveryOf(domain, caseId, destination),
          cases.answerOf(domain, caseId),
        ]);
        return routesSending(routes, target, delivery, answer?.steps);
      },
      async sendNews(body, { group, id }) {
        await send(queueUrls[chat] ?? '', body, { order: { group: toFifoId(group), id: toFifoId(id) } });
      },
      readSecret: createSignedSecrets(callAws),
      transport,
      clock,
      log,
      metrics: counted,
    });

  const app = new Hono<{ Bindings: SentRequest }>();
  for (const chat of chats) {
    // API Gateway knows the secret part of the path, and lets nothing else through.
    app.route('/:secret', endpointOf(chat));
  }
  for (const { app: own } of features) if (own) app.route('/:secret', own);
  const answer = httpHandler(app.fetch);
  return async function handler(event: Parameters<typeof answer>[0]): ReturnType<typeof answer> {
    const answered = await answer(event);
    await noticing?.settled();
    return answered;
  };
}

const takesNoCommands = async () => plainAnswer('This bridge takes no commands.');

function takesNoBulk(): TakeBulk {
  const one = async () =>
    ({ is: 'answered', answer: plainAnswer('This bridge decides one case at a time.') }) as const;
  return { offer: one, decide: one };
}
