import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { type ChatName, secretsToPost, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { Alarms } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import { type DeliveryQueues, foreignQueueArns, queueNameOf } from './delivery-queues.ts';
import type { FanOutQueue } from './fan-out-queue.ts';
import type { LedgerTable } from './ledger-table.ts';

export interface ChatNotifierProps {
  readonly config: BridgeConfig;
  readonly chat: ChatName;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly queue: FanOutQueue;
  readonly alarms: Alarms;
}

const TIMEOUT = Duration.seconds(60);

/** Shows cases and threats in a chat, and keeps what is shown there up to date. */
export class ChatNotifier extends Construct {
  readonly chat: ChatName;
  readonly function: BridgeFunction<`notify-${ChatName}`>;

  constructor(scope: Construct, id: string, props: ChatNotifierProps) {
    super(scope, id);
    const { config, chat, folder, ledger, queues, queue, alarms } = props;
    this.chat = chat;
    const opsQueue = queueNameOf(config, config.ops?.to);
    const opsForeign = config.ops ? foreignQueueArns(config, [config.ops.to]) : [];
    this.function = new BridgeFunction(this, 'Notify', {
      name: `notify-${chat}`,
      description: `Posts cases and threats to ${sectionOf(chat).label} and updates them.`,
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
    this.function.allowSecrets(secretsToPost(config, chat));
    // One at a time for each destination, whatever the number: a destination is a group of the queue.
    queue.consumedBy(this.function, { batchSize: 10, maxConcurrency: 20 });
  }
}
