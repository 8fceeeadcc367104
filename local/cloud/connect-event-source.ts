import { availableParallelism } from 'node:os';
import { type EventSource, startEventSource } from './event-source.ts';
import { functionFor, type Parts, roleOf } from './parts.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

/** What AWS requires of a role before it creates the mapping. */
const SOURCE_ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
/** Lambda goes far higher, this machine does not: more processes than cores only take longer to start. */
const LOCAL_CONCURRENCY = Math.min(5, Math.max(2, availableParallelism()));

export function connectEventSource(
  parts: Parts,
  one: KnownResource<'AWS::Lambda::EventSourceMapping'>,
): EventSource | undefined {
  const { logicalId, properties } = one;
  const stop = (sentence: string): never => {
    throw new TemplateError(logicalId, sentence);
  };
  const {
    EventSourceArn: queueArn,
    BatchSize: batchSize,
    MaximumBatchingWindowInSeconds: windowSeconds,
  } = properties;
  const target = functionFor(parts, properties.FunctionName, logicalId);
  const queue = parts.template
    .of('AWS::SQS::Queue')
    .find(({ identity }) => identity.attributes.Arn === queueArn);
  if (!queue) return stop(`its event source ${queueArn} is not a queue of the template`);
  const fifo = queue.properties.FifoQueue ?? false;
  const visibilitySeconds = queue.properties.VisibilityTimeout ?? 30;
  if (visibilitySeconds * 1_000 < target.settings.timeoutMs) {
    stop(
      `the queue shows a message again after ${visibilitySeconds} s, while the function may still run: AWS refuses that`,
    );
  }
  if (fifo && (batchSize > 10 || windowSeconds > 0))
    stop('a FIFO queue takes batches of 10 at most, and no window');
  if (batchSize > 10 && windowSeconds < 1)
    stop('a batch of more than 10 needs a window of a second at least');
  for (const action of SOURCE_ACTIONS) {
    const call = { caller: target.settings.name, roleArn: roleOf(parts, target), action, resource: queueArn };
    const decision = parts.authority.mayCall(call);
    if (!decision.allowed)
      stop(`${target.settings.name} may not ${action} on ${queueArn}: AWS refuses the mapping`);
  }
  if (properties.Enabled === false) return undefined;
  const settings = {
    queueArn,
    region: parts.region,
    fifo,
    batchSize,
    windowMs: windowSeconds * 1_000,
    partialResponses: properties.FunctionResponseTypes !== undefined,
    maxConcurrency: Math.min(
      properties.ScalingConfig?.MaximumConcurrency ?? LOCAL_CONCURRENCY,
      LOCAL_CONCURRENCY,
    ),
  };
  return startEventSource(settings, target, parts.queues, parts.log, parts.isDriven);
}
