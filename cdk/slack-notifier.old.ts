import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { Alarms } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import { type DeliveryQueues, foreignQueueArns, laneOf } from './delivery-queues.ts';
import type { FanOutQueue } from './fan-out-queue.ts';
import type { LedgerTable } from './ledger-table.ts';

export interface SlackNotifierProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  /** The queue of the lane `slack`. */
  readonly queue: FanOutQueue;
  readonly alarms: Alarms;
}

const TIMEOUT = Duration.seconds(60);

/** Shows cases and threats in Slack, and keeps what is shown there up to date. */
export class SlackNotifier extends Construct {
  readonly function: BridgeFunction<'notify-slack'>;

  constructor(scope: Construct, id: string, props: SlackNotifierProps) {
    super(scope, id);
    const { config, folder, ledger, queues, queue, alarms } = props;
    const opsLane = laneOf(config, config.ops?.to);
    const opsForeign = config.ops ? foreignQueueArns(config, [config.ops.to]) : [];
    this.function = new BridgeFunction(this, 'Notify', {
      name: 'notify-slack',
      description: 'Posts cases and threats to Slack and updates them.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        ...queue.consumerEnvironment,
        ...(opsLane && queues.environmentOf(opsLane)),
      },
      timeout: TIMEOUT,
      memoryMb: 512,
      alarms,
    });
    ledger.allowRows(this.function, 'GetItem', 'UpdateItem', 'BatchWriteItem');
    queue.allowPark(this.function);
    if (opsLane) queues.of(opsLane)?.allowSend(this.function);
    if (opsForeign.length > 0) this.function.allow({ actions: ['sqs:SendMessage'], resources: opsForeign });
    this.function.allowSecrets(
      Object.values(config.destinations).flatMap((one) => (one.type === 'slack' ? [one.token] : [])),
    );
    // One at a time for each channel, whatever the number: that is what the groups of the queue are for.
    queue.consumedBy(this.function, { batchSize: 10, maxConcurrency: 20 });
  }
}
