import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { verdictsAtOnce } from '../lib/config/concurrency.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { keyReaders } from '../lib/config/key-readers.ts';
import { secretReaders } from '../lib/config/secret-readers.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import { largestOf, METRICS_PER_ALARM } from './combined-metrics.ts';
import { allowCount, deadLettersIn } from './count-dead-letters.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import { areMany, domainsOf, inGroups, rangeOf } from './domain-groups.ts';
import type { LedgerTable } from './ledger-table.ts';
import { QueueWithDeadLetters } from './queue-with-dead-letters.ts';

export interface VerdictRecorderProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly alarms: Alarms;
}

const TIMEOUT = Duration.seconds(60);

/** Records what people decide: the queue of their clicks, and the function that calls the API. */
export class VerdictRecorder extends Construct {
  readonly queue: QueueWithDeadLetters;
  readonly function: BridgeFunction<'verdict'>;

  constructor(scope: Construct, id: string, props: VerdictRecorderProps) {
    super(scope, id);
    const { config, folder, ledger, queues, alarms } = props;
    this.queue = new QueueWithDeadLetters(this, 'Clicks', {
      subject: 'verdicts',
      order: 'any',
      consumerTimeout: TIMEOUT,
      // Enough for more than 27 hours, as for the chats.
      maxReceiveCount: 130,
      alarms,
    });
    const counted = [...queues.all, this.queue];
    this.function = new BridgeFunction(this, 'Verdict', {
      name: 'verdict',
      description: 'Records verdicts in the Security Posture API and shows them everywhere.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        DEAD_LETTERS: deadLettersIn(this, counted),
        ...this.queue.consumerEnvironment,
        ...queues.environment,
      },
      timeout: TIMEOUT,
      memoryMb: 384,
      // While the API is unreachable, a verdict comes back every quarter of an hour for a day.
      sendsItself: true,
      alarms,
    });
    ledger.allow(this.function);
    this.queue.allowSend(this.function);
    this.queue.allowPark(this.function);
    allowCount(this.function, counted);
    for (const queue of queues.all) queue.allowSend(this.function);
    this.function.allowSecrets(secretReaders(config).verdict);
    this.function.allowKeys(keyReaders(config).verdict);
    // The API accepts 200 verdicts a minute. Messages carry their domain as group, so that SQS is fair to the others.
    this.queue.consumedBy(this.function, { batchSize: 1, maxConcurrency: verdictsAtOnce(config) });
    this.#watch(props);
  }

  #watch({ config, alarms }: VerdictRecorderProps): void {
    const period = Duration.minutes(5);
    const failed = (domain: string) =>
      bridgeMetric(alarms.bridge, 'VerdictFailed', { Domain: domain }, 'Sum', period);
    const groups = inGroups(domainsOf(config), areMany(config) ? METRICS_PER_ALARM : 1);
    for (const [index, domains] of groups.entries()) {
      alarms.watch(this, areMany(config) ? `Failures-${index + 1}` : `Failures-${domains[0]}`, {
        heading: 'Verdicts fail',
        subject: areMany(config) ? `group ${index + 1}` : `${domains[0]}`,
        meaning: `A verdict on a case of ${rangeOf(domains)} could not be recorded. Its message says so.`,
        metric: largestOf(domains.map(failed), period),
        when: 'at least',
        threshold: 1,
      });
    }
    // A message that is retried again and again stays in flight, where SQS does not count it in the age of the queue.
    alarms.watch(this, 'TriedAgain', {
      heading: 'Verdicts fail',
      subject: 'again and again',
      meaning:
        'A click or a decision has been tried again and again for half an hour, and does not get through.',
      metric: this.queue.queue.metricApproximateNumberOfMessagesNotVisible({
        statistic: 'Minimum',
        period: Duration.minutes(5),
      }),
      when: 'at least',
      threshold: 1,
      datapoints: [6, 6],
    });
  }
}
