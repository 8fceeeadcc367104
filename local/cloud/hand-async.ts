import { randomUUID } from 'node:crypto';
import { invokeAsync } from './async-invoke.ts';
import type { LocalFunction } from './function-pool.ts';
import { type Parts, roleOf } from './parts.ts';

/** Where AWS puts what it could not hand over. The sender must be allowed to. */
export async function sendTo(
  parts: Parts,
  arn: string,
  message: { MessageBody: string; MessageAttributes?: object },
  allowed: (action: string) => boolean,
): Promise<void> {
  if (arn.split(':')[2] === 'sns') {
    if (allowed('sns:Publish')) parts.topics.publish({ topicArn: arn, message: message.MessageBody });
    return;
  }
  if (allowed('sqs:SendMessage')) await parts.queues.call('SendMessage', arn, message);
}

export const attribute = (StringValue: string) => ({ DataType: 'String', StringValue });

/** An event whose sender does not wait. What fails for good goes where the function says. */
export async function handAsync(parts: Parts, target: LocalFunction, event: unknown): Promise<void> {
  const { name, arn } = target.settings;
  const config = parts.template
    .of('AWS::Lambda::EventInvokeConfig')
    .find(({ properties }) => [name, arn].includes(properties.FunctionName))?.properties;
  const deadLetters = parts.template.of('AWS::Lambda::Function').find(({ identity }) => identity.ref === name)
    ?.properties.DeadLetterConfig;
  const allowedOn = (resource: string) => (action: string) =>
    parts.authority.mayCall({ caller: name, roleArn: roleOf(parts, target), action, resource }).allowed;

  await invokeAsync(target, event, {
    retries: config?.MaximumRetryAttempts ?? 2,
    maxAgeMs: (config?.MaximumEventAgeInSeconds ?? 21_600) * 1_000,
    speed: parts.speed,
    stopping: parts.stopping,
    async onGivenUp(failed, tries, error) {
      const destination = config?.DestinationConfig?.OnFailure?.Destination;
      const requestId = randomUUID();
      if (destination !== undefined) {
        const record = {
          version: '1.0',
          timestamp: new Date().toISOString(),
          requestContext: {
            requestId,
            functionArn: `${arn}:$LATEST`,
            condition: 'RetriesExhausted',
            approximateInvokeCount: tries,
          },
          requestPayload: failed,
          responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
          responsePayload: { errorType: error.errorType, errorMessage: error.errorMessage },
        };
        await sendTo(parts, destination, { MessageBody: JSON.stringify(record) }, allowedOn(destination));
      }
      if (deadLetters) {
        const MessageAttributes = {
          RequestID: attribute(requestId),
          ErrorCode: attribute('200'),
          ErrorMessage: attribute(error.errorMessage.slice(0, 1_024) || error.errorType),
        };
        const message = { MessageBody: JSON.stringify(failed), MessageAttributes };
        await sendTo(parts, deadLetters.TargetArn, message, allowedOn(deadLetters.TargetArn));
      }
    },
  });
}
