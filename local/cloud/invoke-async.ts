import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalFunction } from './function-pool.ts';
import { type Parts, roleOf } from './parts.ts';

/** Where AWS puts what it could not deliver. The sender needs the right to do so. */
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

/** A minute before the first retry, two before the second. */
const WAIT_MS = 60_000;

/** An event whose sender does not wait: Lambda itself retries, and puts what fails for good where the function says. */
export async function invokeAsync(parts: Parts, target: LocalFunction, event: unknown): Promise<void> {
  const { speed, stopping } = parts;
  const config = asyncConfigOf(parts, target);
  // Lambda's defaults.
  const { MaximumRetryAttempts: retries = 2, MaximumEventAgeInSeconds: mostSeconds = 21_600 } = config ?? {};
  const startedAt = Date.now();
  for (let tries = 1; ; tries++) {
    const outcome = await target.invoke(event);
    if (outcome.ok || stopping.aborted) return;
    if (tries > retries || (Date.now() - startedAt) * speed > mostSeconds * 1_000)
      return giveUp(parts, target, event, tries, outcome);
    try {
      await sleep((WAIT_MS * tries) / speed, undefined, { signal: stopping });
    } catch {
      return;
    }
  }
}

const asyncConfigOf = ({ template }: Parts, { settings: { name, arn } }: LocalFunction) =>
  template
    .of('AWS::Lambda::EventInvokeConfig')
    .find(({ properties }) => [name, arn].includes(properties.FunctionName))?.properties;

async function giveUp(
  parts: Parts,
  target: LocalFunction,
  event: unknown,
  tries: number,
  { errorType, errorMessage }: { readonly errorType: string; readonly errorMessage: string },
): Promise<void> {
  const { name, arn } = target.settings;
  const destination = asyncConfigOf(parts, target)?.DestinationConfig?.OnFailure?.Destination;
  const deadLetters = parts.template.of('AWS::Lambda::Function').find(({ identity }) => identity.ref === name)
    ?.properties.DeadLetterConfig;
  const allowedOn = (resource: string) => (action: string) =>
    parts.authority.mayCall({ caller: name, roleArn: roleOf(parts, target), action, resource }).allowed;
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
      requestPayload: event,
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: { errorType, errorMessage },
    };
    await sendTo(parts, destination, { MessageBody: JSON.stringify(record) }, allowedOn(destination));
  }
  if (deadLetters) {
    const MessageAttributes = {
      RequestID: attribute(requestId),
      ErrorCode: attribute('200'),
      ErrorMessage: attribute(errorMessage.slice(0, 1_024) || errorType),
    };
    const message = { MessageBody: JSON.stringify(event), MessageAttributes };
    await sendTo(parts, deadLetters.TargetArn, message, allowedOn(deadLetters.TargetArn));
  }
}
