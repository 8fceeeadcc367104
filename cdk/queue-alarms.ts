import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';

const LATE_MINUTES = 15;

/** A queue between two functions. Its alarms belong to it. */
interface WatchedQueue extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
}

interface QueueAlarms {
  /** What the queue carries, in the words of alarms and charts: `slack deliveries`. */
  readonly subject: string;
  readonly alarms: Alarms;
}

/** What gave up and waits for a person. */
export function watchDeadLetters(of: WatchedQueue, { alarms, subject }: QueueAlarms): void {
  alarms.watch(of, 'DeadLettersAlarm', {
    heading: 'Deliveries gave up',
    subject,
    meaning: `Some ${subject} could not be made and are parked.`,
    metric: of.deadLetters.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period: Duration.minutes(1),
    }),
    when: 'at least',
    threshold: 1,
  });
}

/** What waits for too long. */
export function watchAge(of: WatchedQueue, { alarms, subject }: QueueAlarms): void {
  alarms.watch(of, 'LateAlarm', {
    heading: 'Deliveries are late',
    subject,
    meaning: `Some ${subject} have waited in their queue for more than ${LATE_MINUTES} minutes.`,
    metric: of.queue.metricApproximateAgeOfOldestMessage({
      statistic: 'Maximum',
      period: Duration.minutes(5),
    }),
    when: 'at least',
    threshold: LATE_MINUTES * 60,
    datapoints: [2, 2],
  });
}
