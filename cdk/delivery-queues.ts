import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { postedTo } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { queueNameOf as queueOfType } from '../lib/config/endpoints.ts';
import { QUEUES, type QueueEnv, type QueueName, queueVariable } from '../lib/config/function-env.ts';
import type { Alarms } from './alarms.ts';
import { QueueWithDeadLetters, type QueueWithDeadLettersProps } from './queue-with-dead-letters.ts';

type QueueRules = Omit<QueueWithDeadLettersProps, 'alarms' | 'subject'>;

// Deliveries wait in the ledger, and the queue only carries wake-ups, retried as often as SQS allows, which is for days.
// A message group is a destination: one function at a time works on each.
const RULES: QueueRules = {
  order: 'by group',
  consumerTimeout: Duration.seconds(60),
  maxReceiveCount: 1_000,
};

/** One queue for each type of destination in the configuration, and none for the others. */
export class DeliveryQueues extends Construct {
  readonly #queues: ReadonlyMap<QueueName, QueueWithDeadLetters>;

  constructor(scope: Construct, id: string, props: { config: BridgeConfig; alarms: Alarms }) {
    super(scope, id);
    const used = new Set<string>([
      ...Object.values(props.config.destinations).map(({ type }) => queueOfType(type)),
      ...postedTo(props.config),
    ]);
    this.#queues = new Map(
      QUEUES.filter((name) => used.has(name)).map((name) => [
        name,
        new QueueWithDeadLetters(this, name[0]?.toUpperCase() + name.slice(1), {
          ...RULES,
          subject: `${name} deliveries`,
          alarms: props.alarms,
        }),
      ]),
    );
  }

  get all(): readonly QueueWithDeadLetters[] {
    return [...this.#queues.values()];
  }

  /** The URLs of all of them. */
  get environment(): QueueEnv {
    return this.environmentOf(QUEUES);
  }

  /** The same for these only. */
  environmentOf(names: readonly QueueName[]): QueueEnv {
    return Object.fromEntries(
      names.flatMap((name) => {
        const queueUrl = this.of(name)?.queue.queueUrl;
        return queueUrl === undefined ? [] : [[queueVariable(name), queueUrl]];
      }),
    );
  }

  /** Undefined if the configuration has no destination of this type. */
  of(name: QueueName): QueueWithDeadLetters | undefined {
    return this.#queues.get(name);
  }
}

/** The queue that serves a destination. */
export function queueNameOf({ destinations }: BridgeConfig, name: string | undefined): QueueName | undefined {
  const type = name === undefined ? undefined : destinations[name]?.type;
  return QUEUES.find((queue) => type !== undefined && queue === queueOfType(type));
}
