import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { type Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { BridgeFunction } from './bridge-function.ts';

/** One schedule: the function gets its input each time. */
export interface Run {
  readonly id: string;
  readonly description: string;
  readonly input: object;
}

export interface Runs {
  /** The group of all schedules of the bridge. */
  readonly group: scheduler.CfnScheduleGroup;
  readonly runs: readonly Run[];
  /** Like `1 minute`. */
  readonly every: string;
  /** How often Lambda retries a failed run. */
  readonly retries: 0 | 1 | 2;
  /** How long a run that could not be started is still useful: at least a minute. */
  readonly maxAge: Duration;
}

/** A hiccup of AWS is over within seconds. */
const START_ATTEMPTS = 3;

/**
 * Runs a function on schedules. Scheduler only hands the run over to Lambda, which queues it: a throttled or failed run is
 * never seen by Scheduler. So it has no dead-letter queue; the alarms about what the function does notice it.
 */
export function runEvery(
  scope: Construct,
  fn: BridgeFunction,
  { group, runs, every, retries, maxAge }: Runs,
): void {
  const { functionArn } = fn.lambda;
  new lambda.EventInvokeConfig(scope, 'Invocations', {
    function: fn.lambda,
    retryAttempts: retries,
    maxEventAge: maxAge,
  });
  const { roleArn } = new iam.Role(scope, 'ScheduleRole', {
    // Scheduler gives the group, not the schedule, as the source.
    assumedBy: new iam.ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn },
      },
    }),
    inlinePolicies: {
      // Inline, so that it exists together with the role: AWS refuses a schedule whose role lacks its rights.
      Invoke: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }),
        ],
      }),
    },
  });
  for (const { id, description, input } of runs) {
    new scheduler.CfnSchedule(scope, id, {
      description,
      groupName: group.ref,
      scheduleExpression: `rate(${every})`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: functionArn,
        roleArn,
        input: JSON.stringify(input),
        retryPolicy: {
          maximumRetryAttempts: START_ATTEMPTS,
          maximumEventAgeInSeconds: maxAge.toSeconds(),
        },
      },
    });
  }
}
