import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration, Stack, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { keyReaders } from '../lib/config/key-readers.ts';
import { hasTicks } from '../lib/config/poll-settings.ts';
import { hasDedupe } from '../lib/config/route-places.ts';
import { secretReaders } from '../lib/config/secret-readers.ts';
import type { Alarms } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import { areMany, runsOf } from './domain-groups.ts';
import { EVERY_QUEUE } from './fan-out-queue.ts';
import { watchFeeds } from './feed-alarms.ts';
import type { LedgerTable } from './ledger-table.ts';
import { TickQueue } from './tick-queue.ts';

export interface PollerProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly alarms: Alarms;
}

/** Long enough for a good part of a backlog. A run that begins meanwhile finds the feed's lease taken. */
const TIMEOUT = Duration.minutes(2);

/** Finds what is new: the poll function, the schedules that run it, and the ticks that run it more often. */
export class Poller extends Construct {
  readonly function: BridgeFunction<'poll'>;
  /** Only if polls are less than a minute apart. */
  readonly ticks: TickQueue | undefined;
  readonly deadLetters: sqs.Queue;
  /** The schedules use it to start the function, and to park what they could not start. */
  readonly scheduleRole: iam.Role;

  constructor(scope: Construct, id: string, props: PollerProps) {
    super(scope, id);
    this.ticks = hasTicks(props.config)
      ? new TickQueue(this, 'Ticks', { consumerTimeout: TIMEOUT })
      : undefined;
    this.function = this.#createFunction(props);
    this.ticks?.connect(this.function, props.config);
    this.deadLetters = this.#createDeadLetters(props.alarms);
    this.scheduleRole = this.#schedule(props.config);
    watchFeeds(this, props);
  }

  #createFunction({ config, folder, ledger, queues, alarms }: PollerProps): BridgeFunction<'poll'> {
    const fn = new BridgeFunction(this, 'Poll', {
      name: 'poll',
      description: 'Reads what is new from the Security Posture API and puts it into the queues.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        ...(this.ticks && { TICK_QUEUE_URL: this.ticks.queue.queueUrl }),
        ...queues.environment,
      },
      timeout: TIMEOUT,
      // The answers for several domains are in memory at once.
      memoryMb: areMany(config) ? 1024 : 512,
      alarms,
    });
    ledger.allow(fn, { dedupes: hasDedupe(config) });
    for (const queue of queues.all) queue.allowSend(fn);
    fn.allowSecrets(secretReaders(config).poll);
    fn.allowKeys(keyReaders(config).poll);
    return fn;
  }

  /** Runs that could not even be started. The function itself counts failures while it runs. */
  #createDeadLetters(alarms: Alarms): sqs.Queue {
    const queue = new sqs.Queue(this, 'DeadLetters', EVERY_QUEUE);
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is the dead-letter queue of the schedules, which the rule does not look at.',
    });
    alarms.watch(this, 'DeadLettersAlarm', {
      heading: 'Schedule gave up',
      subject: 'poll',
      meaning: 'A schedule could not start the poll function, though it tried again.',
      metric: queue.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: Duration.minutes(1),
      }),
      when: 'at least',
      threshold: 1,
    });
    return queue;
  }

  #schedule(config: BridgeConfig): iam.Role {
    const everyMinutes = scheduleMinutes(config);
    const group = new scheduler.CfnScheduleGroup(this, 'Schedules');
    const role = this.#createScheduleRole(group.attrArn);
    // The next run comes anyway and goes on where the last one stopped: a late one helps only if runs are rare.
    new lambda.EventInvokeConfig(this, 'Invocations', {
      function: this.function.lambda,
      retryAttempts: everyMinutes < 5 ? 0 : 2,
      maxEventAge: Duration.minutes(everyMinutes),
    });
    for (const [index, [domain = '', ...others]] of runsOf(config).entries()) {
      new scheduler.CfnSchedule(this, areMany(config) ? `Schedule-${index + 1}` : `Schedule-${domain}`, {
        description:
          others.length === 0
            ? `Polls the feeds of ${domain}.`
            : `Polls the feeds of ${others.length + 1} domains, from ${domain} to ${others.at(-1)}.`,
        groupName: group.ref,
        scheduleExpression: everyMinutes === 1 ? 'rate(1 minute)' : `rate(${everyMinutes} minutes)`,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: this.function.lambda.functionArn,
          roleArn: role.roleArn,
          input: JSON.stringify({ domains: [domain, ...others] }),
          deadLetterConfig: { arn: this.deadLetters.queueArn },
          retryPolicy: { maximumRetryAttempts: 3, maximumEventAgeInSeconds: everyMinutes * 60 },
        },
      });
    }
    return role;
  }

  #createScheduleRole(groupArn: string): iam.Role {
    const role = new iam.Role(this, 'ScheduleRole', {
      // Scheduler gives the group, not the schedule, as the source.
      assumedBy: new iam.ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Stack.of(this).account, 'aws:SourceArn': groupArn },
        },
      }),
      inlinePolicies: {
        // Inline, so that it exists together with the role: AWS refuses a schedule whose role lacks its rights.
        Invoke: new iam.PolicyDocument({
          statements: [
            new iam.PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: [this.function.lambda.functionArn],
            }),
            new iam.PolicyStatement({
              actions: ['sqs:SendMessage'],
              resources: [this.deadLetters.queueArn],
            }),
          ],
        }),
      },
    });
    return role;
  }
}

/** Scheduler counts whole minutes. Never slower than configured; ticks handle anything faster than a minute. */
export const scheduleMinutes = ({ poll }: Pick<BridgeConfig, 'poll'>): number =>
  Math.max(1, Math.floor(poll.every / 60_000));
