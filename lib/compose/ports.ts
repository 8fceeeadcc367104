import type { SQSClient } from '@aws-sdk/client-sqs';
import type { KeyStore } from '../base/bridge-keys.ts';
import type { AbortAfter, Clock, Random } from '../base/clock.ts';
import type { Transport } from '../base/http/http-transport.ts';
import type { Log } from '../base/log.ts';
import type { BatchHandler } from '../base/queues/sqs-batch.ts';
import type { ReadSecret } from '../base/secrets.ts';
import type { Metrics } from '../config/metrics.ts';
import type { DynamoParts } from '../dynamo/dynamo-calls.ts';

/** What every function takes from the world around it, so that a simulation can own all of it. */
export interface CommonPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Where the bridge keeps its own keys. */
  readonly keys: KeyStore;
}

/** The same for those that speak to AWS with its SDK. */
export interface Ports extends CommonPorts {
  readonly table: DynamoParts;
  readonly sqs: Pick<SQSClient, 'send'>;
  /** By its name in the configuration, which says where it is. */
  readonly readSecret: ReadSecret;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Buffer;
  readonly abortAfter: AbortAfter;
}

/** And for those that call the platform or a chat. */
export interface HttpPorts extends Ports {
  readonly transport: Transport;
}

/** A function that a queue feeds; `ready` resolves when it has what its first run would wait for. */
export interface WarmFunction {
  readonly handler: BatchHandler;
  readonly ready: () => Promise<unknown>;
}

/** How long Lambda lets a function run. */
export interface TimeLeft {
  getRemainingTimeInMillis(): number;
}

/** The variables of a function as it reads them: what may be missing may be undefined. */
export type Given<Env> = {
  readonly [Name in keyof Env]: Env[Name] | (object extends Pick<Env, Name> ? undefined : never);
};
