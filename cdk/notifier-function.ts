import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { FunctionEnvs } from '../lib/config/function-env.ts';
import { keyReaders } from '../lib/config/key-readers.ts';
import { secretReaders } from '../lib/config/secret-readers.ts';
import { hasLinks } from '../lib/config/webhooks.ts';
import type { Alarms } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import { type DeliveryQueues, queueNameOf } from './delivery-queues.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';

export interface NotifierProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly queue: QueueWithDeadLetters;
  readonly alarms: Alarms;
}

const TIMEOUT = Duration.seconds(60);

/** A function that sends to one type of destination, and tells the operators when a circuit breaker opens. */
export function createNotifierFunction<Name extends Extract<keyof FunctionEnvs, `notify-${string}`>>(
  scope: Construct,
  { config, folder, ledger, queues, queue, alarms }: NotifierProps,
  { name, description, memoryMb }: { name: Name; description: string; memoryMb: number },
): BridgeFunction<Name> {
  const opsQueue = queueNameOf(config, config.ops?.to);
  const fn = new BridgeFunction<Name>(scope, 'Notify', {
    name,
    description,
    folder,
    environment: {
      TABLE_NAME: ledger.tableName,
      ...queue.consumerEnvironment,
      ...(opsQueue && queues.environmentOf([opsQueue])),
    },
    timeout: TIMEOUT,
    memoryMb,
    alarms,
  });
  ledger.allow(fn, {
    decides: config.verdicts !== undefined,
    personas: config.personas !== 'none',
    links: hasLinks(config.destinations),
  });
  queue.allowPark(fn);
  if (opsQueue) queues.of(opsQueue)?.allowSend(fn);
  fn.allowSecrets(secretReaders(config)[name]);
  fn.allowKeys(keyReaders(config)[name]);
  return fn;
}
