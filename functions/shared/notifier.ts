import config from '../../bridge.config.ts';
import { queueUrlsIn } from '../../lib/config/read-env.ts';
import { createDeliver, type DeliverParts } from '../../lib/delivery/deliver.ts';
import { createPace } from '../../lib/delivery/pace.ts';
import { createParkedNotice } from '../../lib/delivery/parked-notice.ts';
import { createDeliveryLedger } from '../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../../lib/platform/clock.ts';
import type { HandleEnvelope } from '../../lib/queues/sqs-batch.ts';
import { log, metrics, openOutbox } from './aws.ts';
import { queueEdge as edge, env, table } from './consumer.ts';

export { log, readSecret } from './aws.ts';

const verdicts = createDynamoVerdictLedger(table);
export const rows = createDynamoVersionedRows(table);
export const pace = createPace({ rows, clock });
/** `queue`: the name of the chat whose queue it is. */
export const queueEdge = (queue: string) => edge(queue, 20_000);

type ChatParts<Message> = Pick<
  DeliverParts<Message>,
  'definition' | 'chat' | 'renderer' | 'channelOf' | 'stormThresholdOf'
>;

/** Delivers to one chat. */
export const deliverTo = <Message>(chat: ChatParts<Message>): HandleEnvelope =>
  createDeliver({
    ...chat,
    ledger: createDeliveryLedger(rows),
    pace,
    verdictOf: (domain, caseId) => verdicts.load(domain, caseId),
    tellOps: createParkedNotice({
      config,
      queueUrls: queueUrlsIn(env, [config.destinations[config.ops?.to ?? '']]),
      outbox: openOutbox(),
      clock,
    }),
    clock,
    log,
    metrics,
  });
