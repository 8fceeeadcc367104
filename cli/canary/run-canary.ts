import { randomBytes, randomUUID } from 'node:crypto';
import { createBridgeKeys } from '../../lib/base/bridge-keys.ts';
import { createHttpTransport } from '../../lib/base/http/http-transport.ts';
import { CANARY_KEY, keyLifeMs, keyParameter } from '../../lib/base/key-names.ts';
import { createSqsOutbox } from '../../lib/base/queues/sqs-outbox.ts';
import { openSeal } from '../../lib/base/seal.ts';
import { createSsmKeyStore } from '../../lib/base/secrets.ts';
import { CANARY_DOMAIN } from '../../lib/config/canary.ts';
import { isChat } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { queuesIn } from '../../lib/config/stack-outputs.ts';
import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { type Canary, canaryKey, handOverCanary } from '../../lib/features/canary/hand-over-canary.ts';
import { createSendPress } from '../../lib/features/canary/send-press.ts';
import { STAGES, type Stage, stageOf } from '../../lib/features/canary/stage-of.ts';
import { createHandOver } from '../../lib/outbox/hand-over.ts';
import { createKeepForChats } from '../../lib/outbox/keep-content.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { CommandError } from '../frame/errors.ts';
import { type Step, type StepParts, takeSteps } from './take-steps.ts';

export interface Way {
  readonly canary: string;
  readonly destination: string;
  readonly steps: readonly Step[];
  /** Where it stopped, and why; null if it went all the way. */
  readonly stopped: { readonly at: Stage; readonly why: string | null } | null;
}

/** Without an address that takes presses, the path ends with the card. */
const NOBODY_DECIDES: readonly Stage[] = ['hand-over', 'card'];

/** Sends a canary to a destination of a running bridge, and follows it all the way. */
export async function runCanary(bridge: OpenBridge, config: BridgeConfig, destination: string): Promise<Way> {
  const { ledger: table, clock } = bridge;
  const outputs = await bridge.outputs();
  const ledger = createDeliveryLedger(createDynamoVersionedRows(table), {
    keptMs: config.retention.deliveries,
  });
  const answers = createDynamoAnswerLedger(table);
  const sqs = createSqsOutbox({ client: bridge.sqs, clock, random: Math.random });
  const keep = createKeepForChats({ ledger, severeFrom: config.storm.severe, clock });
  const outbox = createHandOver({ outbox: sqs, keep });
  const canary: Canary = { id: randomUUID(), destination };
  const { CanaryUrl: url, BridgeName: name = '' } = outputs;
  const keys = createBridgeKeys({
    store: createSsmKeyStore(bridge.ssm, (key) => keyParameter(name, key)),
    lifeMsOf: (key) => keyLifeMs(config, key),
    clock,
    randomBytes,
  });
  const transport = createHttpTransport();
  const parts: StepParts = {
    stages: url === undefined ? NOBODY_DECIDES : STAGES,
    handOver: () => handOverCanary({ config, queueUrls: queueUrlsFrom(outputs), outbox, clock }, canary),
    press: async () =>
      createSendPress({
        url: url ?? '',
        seal: () => openSeal(keys, CANARY_KEY),
        transport,
        clock,
      })(canary),
    async look() {
      const [delivery, answer] = await Promise.all([
        ledger.load(canaryKey(canary)),
        answers.load(CANARY_DOMAIN, canary.id),
      ]);
      return stageOf({ delivery, answer });
    },
    clock,
  };
  try {
    const { steps, stopped } = await takeSteps(parts);
    return { canary: canary.id, destination, steps, stopped };
  } finally {
    transport.close();
  }
}

/** `slack deliveries`, by the name of the chat. */
function queueUrlsFrom(outputs: Readonly<Record<string, string>>): Record<string, string> {
  const found = queuesIn(outputs).flatMap(({ queue, url }) => {
    const [name = ''] = queue.split(' ');
    return isChat(name) && url !== null ? [[name, url] as const] : [];
  });
  if (found.length > 0) return Object.fromEntries(found);
  throw new CommandError('The stack has no queue of a chat among its outputs: its deployment has not ended.');
}
