import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import type { DeliveryQueues, Lane } from './delivery-queues.ts';
import { FanOutQueue } from './fan-out-queue.ts';
import type { LedgerTable } from './ledger-table.ts';

export interface VerdictDeskProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly alarms: Alarms;
}

const TIMEOUT = Duration.seconds(60);
/** Where a decision is shown. */
const CHATS: readonly Lane[] = ['slack', 'teams'];

/** Records what people decided: the queue of their clicks, and the function that speaks to the API. */
export class VerdictDesk extends Construct {
  readonly queue: FanOutQueue;
  readonly function: BridgeFunction<'verdict'>;

  constructor(scope: Construct, id: string, props: VerdictDeskProps) {
    super(scope, id);
    const { config, folder, ledger, queues, alarms } = props;
    this.queue = new FanOutQueue(this, 'Clicks', {
      subject: 'verdicts',
      order: 'any',
      consumerTimeout: TIMEOUT,
      // For more than 27 hours, like the chats.
      maxReceiveCount: 120,
      alarms,
    });
    this.function = new BridgeFunction(this, 'Verdict', {
      name: 'verdict',
      description: 'Records verdicts in the Security Posture API and shows them everywhere.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        ...this.queue.consumerEnvironment,
        ...queues.environmentOf(...CHATS),
      },
      timeout: TIMEOUT,
      memoryMb: 512,
      alarms,
    });
    ledger.allowRows(this.function, 'GetItem', 'UpdateItem', 'BatchWriteItem', 'Query');
    this.queue.allowSend(this.function);
    this.queue.allowPark(this.function);
    for (const lane of CHATS) queues.of(lane)?.allowSend(this.function);
    this.function.allowSecrets(Object.values(config.domains).map(({ apiKey }) => apiKey));
    this.queue.consumedBy(this.function, { batchSize: 1, maxConcurrency: 20 });
    this.#watch(props);
  }

  #watch({ config, alarms }: VerdictDeskProps): void {
    for (const domain of Object.keys(config.domains).toSorted()) {
      alarms.watch(this, `Failures-${domain}`, {
        heading: 'Verdicts fail',
        subject: domain,
        meaning: `A verdict on a case of ${domain} could not be recorded. Its message says so.`,
        metric: bridgeMetric('VerdictFailed', { Domain: domain }, 'Sum', Duration.minutes(5)),
        when: 'at least',
        threshold: 1,
      });
    }
  }
}
