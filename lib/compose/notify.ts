import { BUTTONS_KEY, PEOPLE_KEY } from '../base/key-names.ts';
import { createReadySeal } from '../base/seal.ts';
import type { ChatDefinition } from '../chats/presses/chat-definition.ts';
import { mayReceive } from '../config/dead-routes.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { NotifyEnv } from '../config/function-env.ts';
import { queueUrlsIn } from '../config/read-env.ts';
import { createLoadAnswer } from '../dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../dynamo/dynamo-case-ledger.ts';
import { createDynamoVersionedRows } from '../dynamo/dynamo-versioned-rows.ts';
import { openFacets } from '../features/entry-points/facet.ts';
import { chatBreakerPauses } from '../outbox/chat-breaker-pauses.ts';
import { createCircuitBreakers } from '../outbox/circuit-breaker.ts';
import { createDeliver, type DeliverParts } from '../outbox/deliver.ts';
import { createOutageNotice } from '../outbox/outage-notice.ts';
import { createPace } from '../outbox/pace.ts';
import { createPark } from '../outbox/park.ts';
import { openRedaction } from '../outbox/redaction/open-redaction.ts';
import { createDeliveryLedger } from '../outbox/stored-deliveries.ts';
import { createUncalledNotice } from '../outbox/uncalled-notice.ts';
import type { HandleWakeUp } from '../outbox/wake-up.ts';
import { createCasePolicy } from '../routing/case-policy.ts';
import { createWhomToCall } from '../routing/whom-to-call.ts';
import { notifyFacets } from './generated/notify-facets.ts';
import { openHandOver } from './open-hand-over.ts';
import { openKeys, openOutbox } from './open-parts.ts';
import { openQueueEdge } from './open-queue-edge.ts';
import type { Given, Ports } from './ports.ts';

export interface NotifyPorts extends Ports {
  readonly env: Given<NotifyEnv>;
}

type ChatParts<Message> = Pick<DeliverParts<Message>, 'chat' | 'renderer' | 'channelOf' | 'stormThresholdOf'>;
type NotifiedChat<Message> = Pick<ChatDefinition<Message>, 'name' | 'rateLimits' | 'explainRefusal'>;

/** What the notifiers of all chats have in common. */
export function createNotifier<Message>(
  config: BridgeConfig,
  ports: NotifyPorts,
  definition: NotifiedChat<Message>,
) {
  const { env, table, clock, log, metrics } = ports;
  const rows = createDynamoVersionedRows(table);
  const cases = createCaseLedger(rows);
  const pace = createPace({ rows, clock });
  const queueEdge = openQueueEdge(ports, definition.name, 20_000);
  const ledger = createDeliveryLedger(rows, { keptMs: config.retention.deliveries });
  const severeFrom = config.storm.severe;

  const keys = openKeys(config, ports);
  /** Proves that the bridge wrote what a button carries. */
  const buttons = createReadySeal(keys, BUTTONS_KEY);
  const redaction = openRedaction({ config, key: () => keys.keyOf(PEOPLE_KEY), log });
  const ready = () => Promise.all([buttons.ready(), redaction.ready()]);

  const toOps = {
    config,
    queueUrls: queueUrlsIn(env, [config.destinations[config.ops?.to ?? '']]),
    outbox: openHandOver(config, rows, openOutbox(ports), clock),
    clock,
  };
  const tellOps = createOutageNotice({ ...toOps, ledger, explain: definition.explainRefusal });

  const answerOf = createLoadAnswer(table);

  return {
    rows,
    pace,
    answerOf,
    queueEdge,
    buttonSeal: buttons.seal,
    buttonsReady: buttons.ready,
    ready,
    breakerOf: createCircuitBreakers({ ledger, rhythm: chatBreakerPauses, tellOps, clock, log }),

    deliverTo(chat: ChatParts<Message>): HandleWakeUp {
      const deliver = createDeliver({
        ...chat,
        definition,
        renderer: redaction.renderer(chat.renderer),
        ledger,
        pace,
        answerOf,
        caseOf: cases.load,
        policy: createCasePolicy(config),
        severeFrom,
        ...Object.assign({}, ...openFacets(notifyFacets, { config, table, rows, clock, log })),
        whomToCall: createWhomToCall(config),
        getsThreats: (domain, destination) => mayReceive(config, { domain, feed: 'threats' }, destination),
        park: createPark({ park: queueEdge.park, clock }),
        tellOps,
        tellUncalled: createUncalledNotice(toOps),
        clock,
        log,
        metrics,
      });
      return async (wakeUp, meta) => {
        await ready();
        return deliver(wakeUp, meta);
      };
    },
  };
}
