import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { secretsOfWebhooks, WEBHOOK, webhooksIn } from '../lib/config/webhooks.ts';
import type { Alarms } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import { type DeliveryQueues, foreignQueueArns, queueNameOf } from './delivery-queues.ts';
import type { FanOutQueue } from './fan-out-queue.ts';
import type { LedgerTable } from './ledger-table.ts';

export interface WebhookNotifierProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly queue: FanOutQueue;
  readonly alarms: Alarms;
}

const TIMEOUT = Duration.seconds(60);
/** What SQS takes for a limit, at least; and what is left to the other functions of an account, at most. */
const [LEAST_AT_ONCE, MOST_AT_ONCE] = [2, 200];

/** Tells webhooks of cases, threats and verdicts. */
export class WebhookNotifier extends Construct {
  readonly function: BridgeFunction<'notify-webhook'>;

  constructor(scope: Construct, id: string, props: WebhookNotifierProps) {
    super(scope, id);
    const { config, folder, ledger, queues, queue, alarms } = props;
    const opsQueue = queueNameOf(config, config.ops?.to);
    const opsForeign = config.ops ? foreignQueueArns(config, [config.ops.to]) : [];
    this.function = new BridgeFunction(this, 'Notify', {
      name: `notify-${WEBHOOK}`,
      description: 'Tells webhooks what happened.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        ...queue.consumerEnvironment,
        ...(opsQueue && queues.environmentOf([opsQueue])),
      },
      timeout: TIMEOUT,
      memoryMb: 256,
      alarms,
    });
    ledger.allow(this.function);
    queue.allowPark(this.function);
    if (opsQueue) queues.of(opsQueue)?.allowSend(this.function);
    if (opsForeign.length > 0) this.function.allow({ actions: ['sqs:SendMessage'], resources: opsForeign });
    this.function.allowSecrets(secretsOfWebhooks(config.destinations));
    // One endpoint for each run, and a run for each endpoint: one that hangs holds up no other.
    const endpoints = webhooksIn(config.destinations).length;
    const maxConcurrency = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, endpoints));
    queue.consumedBy(this.function, { batchSize: 1, maxConcurrency });
  }
}
