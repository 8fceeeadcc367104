import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { type Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { BridgeFunction } from './bridge-function.ts';

export interface Runs {
  readonly description: string;
  /** Like `1 minute`. */
  readonly every: string;
  /** How often Lambda retries a failed run. */
  readonly retries: 0 | 1 | 2;
  /** How long a run that could not be started is still useful. */
  readonly maxAge: Duration;
}

/** Runs a function on a schedule. The next run makes up for a missed one: Scheduler does not retry it. */
export function runEvery(
  scope: Construct,
  fn: BridgeFunction,
  { description, every, retries, maxAge }: Runs,
): void {
  const { functionArn } = fn.lambda;
  const group = new scheduler.CfnScheduleGroup(scope, 'Schedules');
  new lambda.EventInvokeConfig(scope, 'Invocations', {
    function: fn.lambda,
    retryAttempts: retries,
    maxEventAge: maxAge,
  });
  const role = new iam.Role(scope, 'ScheduleRole', {
    assumedBy: new iam.ServicePrincipal('scheduler.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': Stack.of(scope).account, 'aws:SourceArn': group.attrArn },
      },
    }),
    inlinePolicies: {
      Invoke: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }),
        ],
      }),
    },
  });
  new scheduler.CfnSchedule(scope, 'Schedule', {
    description,
    groupName: group.ref,
    scheduleExpression: `rate(${every})`,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: functionArn,
      roleArn: role.roleArn,
      input: '{}',
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
}
