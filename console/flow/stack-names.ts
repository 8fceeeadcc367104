import type { LocalCloud } from '../../local/cloud/local-cloud.ts';

type Stack = Pick<LocalCloud, 'template' | 'outputs'>;

/** `NotifySlackFunctionName` of the outputs is `notify-slack` to people: the stack itself says what is what. */
export function functionIds({ outputs }: Pick<Stack, 'outputs'>): Map<string, string> {
  return new Map(
    Object.entries(outputs).flatMap(([output, functionName]) => {
      const [, name] = /^(.+)FunctionName$/.exec(output) ?? [];
      return name === undefined ? [] : [[functionName, kebabOf(name)] as const];
    }),
  );
}

const kebabOf = (name: string): string => name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase();

export interface NamedQueue {
  readonly id: string;
  readonly consumer: string | null;
  /** The names by which the local cloud knows it and its dead letters; null where there is none. */
  readonly queueName: string | null;
  readonly deadLetters: string | null;
}

/** The queues of the stack after what they carry, with their dead letters. */
export function namedQueues({ template, outputs }: Stack): NamedQueue[] {
  const ids = functionIds({ outputs });
  const queues = template.of('AWS::SQS::Queue');
  const nameOf = (arn: string | undefined) => (arn === undefined ? null : (arn.split(':').at(-1) ?? null));
  const consumers = new Map(
    template
      .of('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => [properties.EventSourceArn, ids.get(nameOf(properties.FunctionName) ?? '')]),
  );
  const dead = new Set(
    queues.flatMap(({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn ?? []),
  );
  return queues.flatMap(({ logicalId, properties, identity }) => {
    const arn = identity.attributes.Arn ?? '';
    if (dead.has(arn)) return [];
    // Not behind a queue: what a schedule could not start ends up there.
    const alone = logicalId.includes('DeadLetters');
    const consumer = consumers.get(arn) ?? null;
    // What starts the poller is not on the way of any item.
    const named = consumer === 'poll' ? 'ticks' : consumer?.replace('notify-', '');
    return {
      id: alone ? 'poll' : (named ?? wordIn(logicalId)),
      consumer: alone ? 'poll' : consumer,
      queueName: alone ? null : nameOf(arn),
      deadLetters: alone ? nameOf(arn) : nameOf(properties.RedrivePolicy?.deadLetterTargetArn),
    };
  });
}

/** `webhook` of `BridgeDeliveriesWebhookQueue261D820F`. */
const wordIn = (logicalId: string): string =>
  /([A-Z][a-z0-9]*)Queue[0-9A-F]{8}$/.exec(logicalId)?.[1]?.toLowerCase() ?? logicalId;
