import type * as scheduler from 'aws-cdk-lib/aws-scheduler';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { anchorsInOps } from '../lib/config/authority.ts';
import { canaryPlaces } from '../lib/config/canary.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { keyReaders } from '../lib/config/key-readers.ts';
import { tellsPersonas } from '../lib/config/personas.ts';
import { hasDedupe } from '../lib/config/route-places.ts';
import { secretReaders } from '../lib/config/secret-readers.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import { allowCount, deadLettersIn } from './count-dead-letters.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import type { LedgerTable } from './ledger-table.ts';
import { runEvery } from './run-every.ts';
import type { VerdictRecorder } from './verdict-recorder.ts';

export interface ReconcilerProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly recorder: VerdictRecorder | undefined;
  readonly schedules: scheduler.CfnScheduleGroup;
  /** Where it presses canaries; undefined if nobody can decide. */
  readonly canaryUrl: string | undefined;
  readonly alarms: Alarms;
}

const TIMEOUT = Duration.seconds(60);
/** It runs every minute. At least one run in this time should succeed. */
const SILENT = Duration.minutes(15);

/**
 * Finds work that is stuck and queues it again, and follows open cases: the reconcile function, and a schedule that runs
 * it every minute.
 */
export class Reconciler extends Construct {
  readonly function: BridgeFunction<'reconcile'>;

  constructor(scope: Construct, id: string, props: ReconcilerProps) {
    super(scope, id);
    this.function = this.#createFunction(props);
    runEvery(this, this.function, {
      group: props.schedules,
      runs: [{ id: 'Schedule', description: 'Runs the reconciler.', input: {} }],
      every: '1 minute',
      retries: 0,
      maxAge: Duration.minutes(1),
    });
    props.alarms.watch(this, 'Silent', {
      heading: 'Reconciler is silent',
      subject: 'reconcile',
      meaning: `Nothing has looked for ${SILENT.toMinutes()} minutes for work that should have gone on and did not.`,
      metric: bridgeMetric(props.alarms.bridge, 'ReconcilerRan', {}, 'Sum', SILENT),
      when: 'less than',
      threshold: 1,
      missingIsBad: true,
    });
    props.alarms.watch(this, 'Closed', {
      heading: 'Destination is closed',
      subject: 'reconcile',
      meaning: 'Nothing can be shown at a destination. What is for it waits.',
      metric: bridgeMetric(props.alarms.bridge, 'DestinationsClosed', {}, 'Maximum', Duration.minutes(5)),
      when: 'at least',
      threshold: 1,
      datapoints: [2, 2],
    });
  }

  #createFunction({ config, folder, ledger, queues, recorder, canaryUrl, alarms }: ReconcilerProps) {
    const counted = [...queues.all, ...(recorder ? [recorder.queue] : [])];
    const sends = canaryPlaces(config).length > 0;
    const fn = new BridgeFunction(this, 'Reconcile', {
      name: 'reconcile',
      description:
        'Finds work that should have gone on and did not, and queues it again. Follows open cases through the platform.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        ...(recorder && { VERDICT_QUEUE_URL: recorder.queue.queue.queueUrl }),
        DEAD_LETTERS: deadLettersIn(this, counted),
        ...(sends && canaryUrl && { CANARY_URL: canaryUrl }),
        ...queues.environment,
      },
      timeout: TIMEOUT,
      memoryMb: 256,
      alarms,
    });
    const secrets = secretReaders(config).reconcile;
    ledger.allow(fn, {
      decides: recorder !== undefined,
      dedupes: hasDedupe(config),
      follows: secrets.length > 0,
      personas: Object.keys(config.domains).some((name) => tellsPersonas(config, name)),
      archives: config.archive !== undefined,
      anchors: anchorsInOps(config),
      canaries: sends && canaryUrl !== undefined,
    });
    fn.allowSecrets(secrets);
    fn.allowKeys(keyReaders(config).reconcile);
    allowCount(fn, counted);
    for (const queue of queues.all) queue.allowSend(fn);
    recorder?.queue.allowSend(fn);
    return fn;
  }
}
