import config from '../../bridge.config.ts';
import type { ChatDefinition } from '../../lib/chats/shared/chat-definition.ts';
import { openVeil } from '../../lib/chats/shared/veil/open-veil.ts';
import { mayReceive } from '../../lib/config/dead-routes.ts';
import { BUTTONS_KEY, PEOPLE_KEY } from '../../lib/config/key-names.ts';
import { queueUrlsIn } from '../../lib/config/read-env.ts';
import { createClosedNotice } from '../../lib/delivery/closed-notice.ts';
import { createDeliver, type DeliverParts } from '../../lib/delivery/deliver.ts';
import { createDeliveryOutbox } from '../../lib/delivery/delivery-outbox.ts';
import { createDoors } from '../../lib/delivery/doors.ts';
import { createPace } from '../../lib/delivery/pace.ts';
import { createParkDelivery } from '../../lib/delivery/park-delivery.ts';
import { createUncalledNotice } from '../../lib/delivery/uncalled-notice.ts';
import { createPersonasAt, createPersonasOf } from '../../lib/delivery/untold-personas.ts';
import { createDynamoBridgeKeys } from '../../lib/dynamo/dynamo-bridge-keys.ts';
import { createDeliveryLedger } from '../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoPersonaLedger } from '../../lib/dynamo/dynamo-persona-ledger.ts';
import { createDynamoVerdictLedger } from '../../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoWatchLedger } from '../../lib/dynamo/dynamo-watch-ledger.ts';
import { systemClock as clock } from '../../lib/platform/clock.ts';
import { createReadySeal } from '../../lib/platform/seal.ts';
import type { HandleEnvelope } from '../../lib/queues/sqs-batch.ts';
import { createWhomToCall } from '../../lib/routing/whom-to-call.ts';
import { log, metrics, openOutbox } from './aws.ts';
import { queueEdge as edge, env, table } from './consumer.ts';
import { warmUp } from './warm-up.ts';

export { log, readSecret } from './aws.ts';

const verdicts = createDynamoVerdictLedger(table);
export const rows = createDynamoVersionedRows(table);
const watches = createDynamoWatchLedger({ rows, clock });
export const pace = createPace({ rows, clock });
/** `queue`: the name of the chat whose queue it is. */
export const queueEdge = (queue: string) => edge(queue, 20_000);
const ledger = createDeliveryLedger(rows, { keptMs: config.retention.deliveries });
const severeFrom = config.storm.severe;

type ChatParts<Message> = Pick<
  DeliverParts<Message>,
  'chat' | 'renderer' | 'channelOf' | 'stormThresholdOf'
> & { readonly definition: Pick<ChatDefinition<Message>, 'name' | 'rateLimits' | 'explainRefusal'> };

const keys = createDynamoBridgeKeys(table);
const buttons = createReadySeal(keys, BUTTONS_KEY);
/** Proves that the bridge wrote what a button carries. */
export const sealOf = buttons.seal.of;
export const buttonSeal = buttons.seal;
/** It cannot be used before. */
export const buttonsReady = buttons.ready;

const personasOf = createPersonasOf({
  ledger: createDynamoPersonaLedger({ rows, clock }),
  personasAt: createPersonasAt(config),
  clock,
  log,
});
const whomToCall = createWhomToCall(config);
const veil = openVeil({ config, key: () => keys.keyOf(PEOPLE_KEY), log });
// The first call to the table is the one that takes long.
await warmUp(buttons.ready(), veil.ready());

const toOps = {
  config,
  queueUrls: queueUrlsIn(env, [config.destinations[config.ops?.to ?? '']]),
  outbox: createDeliveryOutbox({ outbox: openOutbox(), ledger, severeFrom, clock }),
  clock,
};
const tellOpsOf = ({ explainRefusal }: Pick<ChatDefinition<never>, 'explainRefusal'>) =>
  createClosedNotice({ ...toOps, ledger, explain: explainRefusal });

/** The doors of the destinations in a chat. */
export const doorsOf = (definition: Pick<ChatDefinition<never>, 'explainRefusal'>) =>
  createDoors({ ledger, tellOps: tellOpsOf(definition), clock, log });

/** Delivers to one chat. */
export const deliverTo = <Message>(chat: ChatParts<Message>): HandleEnvelope => {
  const deliver = createDeliver({
    ...chat,
    renderer: veil.renderer(chat.renderer),
    ledger,
    pace,
    verdictOf: (domain, caseId) => verdicts.load(domain, caseId),
    ...(config.verdicts && { watchOf: (domain, caseId) => watches.load(domain, caseId) }),
    ...(config.personas !== 'none' && { personasOf }),
    severeFrom,
    whomToCall,
    getsThreats: (domain, destination) => mayReceive(config, { domain, feed: 'threats' }, destination),
    park: createParkDelivery({ park: queueEdge(chat.definition.name).park, clock }),
    tellOps: tellOpsOf(chat.definition),
    tellUncalled: createUncalledNotice(toOps),
    clock,
    log,
    metrics,
  });
  return async (envelope, meta) => {
    await Promise.all([buttons.ready(), veil.ready()]);
    return deliver(envelope, meta);
  };
};
