import { randomBytes, randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import config from '../../bridge.config.ts';
import { readFromSecretsManager } from '../../lib/base/aws/signed-secrets.ts';
import { systemAbortAfter as abortAfter, systemClock as clock } from '../../lib/base/clock.ts';
import { keyParameter } from '../../lib/base/key-names.ts';
import { createLog } from '../../lib/base/log.ts';
import { remembered } from '../../lib/base/remembered.ts';
import { readSecretName } from '../../lib/base/secret-name.ts';
import { createSsmKeyStore, createSsmSecrets, type ReadSecret } from '../../lib/base/secrets.ts';
import type { Ports } from '../../lib/compose/ports.ts';
import { createMetrics } from '../../lib/config/metrics.ts';
import { everyVariable } from '../../lib/config/read-env.ts';
import { createRegionalSqs } from '../../lib/endpoints/transports/regional-sqs.ts';
import { openSignedAws } from './signed-aws.ts';

/** Retries happen where the code knows what may be retried. */
const calls = { maxAttempts: 2 };
/** More attempts for secrets: SSM allows 40 calls a second, and functions that start together make 200 at once. */
const secretCalls = { maxAttempts: 6 };
const random = Math.random;

/** The name of this bridge among others. */
export const bridge = z.object(everyVariable).parse(process.env).BRIDGE_NAME;
// Once per process: every client has its own connections, and opening one takes longer than a call.
const dynamo = new DynamoDBClient(calls);
const sqs = createRegionalSqs(calls);
const ssm = new SSMClient(secretCalls);
const fromSsm = createSsmSecrets(ssm);
const callAws = remembered(async () => openSignedAws(5_000));

const readSecret: ReadSecret = async (text) => {
  const where = readSecretName(text);
  return where.in === 'ssm' ? fromSsm(where.name) : readFromSecretsManager(await callAws(), where);
};

/** The ports of a function in Lambda. */
export const openPorts = (tableName: string): Ports => ({
  table: { client: dynamo, tableName, clock, random, abortAfter },
  sqs,
  readSecret,
  keys: createSsmKeyStore(ssm, (name) => keyParameter(bridge, name)),
  clock,
  random,
  newId: randomUUID,
  randomBytes,
  abortAfter,
  log: createLog(),
  metrics: createMetrics({ bridge, monitoring: config.monitoring, clock }),
});
