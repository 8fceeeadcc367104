import { randomUUID } from 'node:crypto';
import { attribute, invokeAsync, sendTo } from './invoke-async.ts';
import { ACCOUNT } from './options.ts';
import { functionFor, type Parts } from './parts.ts';
import { type Schedule, startSchedule } from './schedules.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

/** EventBridge Scheduler: acts with the role of the schedule. */
export function connectSchedule(
  parts: Parts,
  one: KnownResource<'AWS::Scheduler::Schedule'>,
): Schedule | undefined {
  const { logicalId, identity, properties } = one;
  const { Target, State = 'ENABLED', GroupName = 'default', ScheduleExpression: expression } = properties;
  const target = functionFor(parts, Target.Arn, logicalId);
  const group = `arn:aws:scheduler:${parts.region}:${ACCOUNT}:schedule-group/${GroupName}`;
  const assumed = parts.authority.mayAssume(Target.RoleArn, 'scheduler.amazonaws.com', logicalId, group);
  if (!assumed.allowed) {
    throw new TemplateError(
      logicalId,
      `EventBridge Scheduler may not be the role ${Target.RoleArn}: AWS refuses it`,
    );
  }
  const allowed = (resource: string) => (action: string) =>
    parts.authority.mayCall({ caller: logicalId, roleArn: Target.RoleArn, action, resource }).allowed;
  const arn = identity.attributes.Arn ?? '';

  async function fire(scheduledAt: Date): Promise<void> {
    const event = scheduledEvent(Target.Input, arn, scheduledAt);
    if (allowed(Target.Arn)('lambda:InvokeFunction')) return invokeAsync(parts, target, event);
    const deadLetters = Target.DeadLetterConfig?.Arn;
    if (deadLetters === undefined) return;
    const MessageAttributes = {
      ERROR_CODE: attribute('AWS.Scheduler.AccessDenied'),
      SCHEDULE_ARN: attribute(arn),
      TARGET_ARN: attribute(Target.Arn),
    };
    await sendTo(
      parts,
      deadLetters,
      { MessageBody: JSON.stringify(event), MessageAttributes },
      allowed(deadLetters),
    );
  }
  return State === 'DISABLED'
    ? undefined
    : startSchedule(
        { logicalId, expression, speed: parts.speed, isDriven: parts.isDriven },
        quietly(parts, fire),
      );
}

const quietly = (parts: Parts, fire: (at: Date) => Promise<void>) => (at: Date) =>
  fire(at).catch((problem: unknown) => {
    if (!parts.stopping.aborted) parts.log(`a schedule failed: ${String(problem)}`);
  });

function scheduledEvent(input: string | undefined, arn: string, at: Date): unknown {
  const time = at.toISOString().replace(/\.\d+Z/, 'Z');
  if (input === undefined) {
    const [, , , region, account] = arn.split(':');
    const id = randomUUID();
    return {
      version: '0',
      id,
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account,
      time,
      region,
      resources: [arn],
      detail: {},
    };
  }
  return JSON.parse(
    input
      .replaceAll('<aws.scheduler.scheduled-time>', time)
      .replaceAll('<aws.scheduler.schedule-arn>', arn)
      .replaceAll('<aws.scheduler.execution-id>', randomUUID())
      .replaceAll('<aws.scheduler.attempt-number>', '1'),
  );
}
