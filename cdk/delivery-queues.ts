import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { postedTo } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { QueueEnv } from '../lib/config/function-env.ts';
import { readQueueUrl } from '../lib/config/queue-url.ts';
import type { Alarms } from './alarms.ts';
import { FanOutQueue, type FanOutQueueProps } from './fan-out-queue.ts';

/** Destinations whose deliveries are ours to make. Those of type `sqs` bring their own queue. */
export const LANES = ['slack', 'teams', 'webhook'] as const;
export type Lane = (typeof LANES)[number];

type LaneRules = Omit<FanOutQueueProps, 'alarms' | 'subject'>;

// Chat waits at most 15 minutes between attempts, webhooks up to 10 hours: both go on for more than 27 hours.
const chat: LaneRules = { order: 'by group', consumerTimeout: Duration.seconds(60), maxReceiveCount: 130 };
const RULES: Readonly<Record<Lane, LaneRules>> = {
  slack: chat,
  teams: chat,
  webhook: { order: 'any', consumerTimeout: Duration.seconds(60), maxReceiveCount: 12 },
};

/** A queue for each kind of destination that the configuration uses, and none for the others. */
export class DeliveryQueues extends Construct {
  readonly #queues: ReadonlyMap<Lane, FanOutQueue>;

  constructor(scope: Construct, id: string, props: { config: BridgeConfig; alarms: Alarms }) {
    super(scope, id);
    const used = new Set<string>([
      ...Object.values(props.config.destinations).map(({ type }) => type),
      ...postedTo(props.config),
    ]);
    this.#queues = new Map(
      LANES.filter((lane) => used.has(lane)).map((lane) => [
        lane,
        new FanOutQueue(this, lane[0]?.toUpperCase() + lane.slice(1), {
          ...RULES[lane],
          subject: `${lane} deliveries`,
          alarms: props.alarms,
        }),
      ]),
    );
  }

  get all(): readonly FanOutQueue[] {
    return [...this.#queues.values()];
  }

  /** The addresses of all of them. */
  get environment(): QueueEnv {
    const [slack, teams, webhook] = [this.of('slack'), this.of('teams'), this.of('webhook')];
    return {
      ...(slack && { SLACK_QUEUE_URL: slack.queue.queueUrl }),
      ...(teams && { TEAMS_QUEUE_URL: teams.queue.queueUrl }),
      ...(webhook && { WEBHOOK_QUEUE_URL: webhook.queue.queueUrl }),
    };
  }

  /** The same, of these only. */
  environmentOf(...lanes: Lane[]): QueueEnv {
    const names = new Set(lanes.map((lane) => `${lane.toUpperCase()}_QUEUE_URL`));
    return Object.fromEntries(Object.entries(this.environment).filter(([name]) => names.has(name)));
  }

  /** The queue of a lane, where there is one. */
  of(lane: Lane): FanOutQueue | undefined {
    return this.#queues.get(lane);
  }
}

/** The lane that serves a destination; none for a queue that is the user's own. */
export function laneOf({ destinations }: BridgeConfig, name: string | undefined): Lane | undefined {
  const type = name === undefined ? undefined : destinations[name]?.type;
  return LANES.find((lane) => lane === type);
}

/** The queues behind destinations that bring their own. */
export const foreignQueueArns = (
  { destinations }: BridgeConfig,
  names: readonly string[] = Object.keys(destinations),
): string[] =>
  names
    .map((name) => destinations[name])
    .flatMap((one) => (one?.type === 'sqs' ? (readQueueUrl(one.queueUrl)?.arn ?? []) : []))
    .toSorted();
