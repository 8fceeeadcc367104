import type * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { Duration } from 'aws-cdk-lib/core';
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
import { watchFeeds } from './feed-alarms.ts';
import type { LedgerTable } from './ledger-table.ts';
import { runEvery } from './run-every.ts';
import { TickQueue } from './tick-queue.ts';

export interface PollerProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly schedules: scheduler.CfnScheduleGroup;
  readonly alarms: Alarms;
}

/** Long enough for a good part of a backlog. A run that begins meanwhile finds the feed's lease taken. */
const TIMEOUT = Duration.minutes(2);

/** Finds what is new: the poll function, the schedules that run it, and the ticks that run it more often. */
export class Poller extends Construct {
  readonly function: BridgeFunction<'poll'>;
  /** Only if polls are less than a minute apart. */
  readonly ticks: TickQueue | undefined;

  constructor(scope: Construct, id: string, props: PollerProps) {
    super(scope, id);
    this.ticks = hasTicks(props.config)
      ? new TickQueue(this, 'Ticks', { consumerTimeout: TIMEOUT })
      : undefined;
    this.function = this.#createFunction(props);
    this.ticks?.connect(this.function, props.config);
    this.#schedule(props.config, props.schedules);
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

  #schedule(config: BridgeConfig, group: scheduler.CfnScheduleGroup): void {
    const minutes = scheduleMinutes(config);
    runEvery(this, this.function, {
      group,
      runs: runsOf(config).map(([domain = '', ...others], index) => ({
        id: areMany(config) ? `Schedule-${index + 1}` : `Schedule-${domain}`,
        description:
          others.length === 0
            ? `Polls the feeds of ${domain}.`
            : `Polls the feeds of ${others.length + 1} domains, from ${domain} to ${others.at(-1)}.`,
        input: { domains: [domain, ...others] },
      })),
      every: minutes === 1 ? '1 minute' : `${minutes} minutes`,
      // The next run comes anyway and goes on where the last one stopped: a late one helps only if runs are rare.
      retries: minutes < 5 ? 0 : 2,
      maxAge: Duration.minutes(minutes),
    });
  }
}

/** Scheduler counts whole minutes. Never slower than configured; ticks handle anything faster than a minute. */
export const scheduleMinutes = ({ poll }: Pick<BridgeConfig, 'poll'>): number =>
  Math.max(1, Math.floor(poll.every / 60_000));
