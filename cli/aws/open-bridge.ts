import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { listVersions } from '../../lib/base/aws/list-versions.ts';
import type { SignedAwsParts } from '../../lib/base/aws/signed-aws.ts';
import { type Clock, systemClock } from '../../lib/base/clock.ts';
import type { LocalHome } from '../../lib/config/file/local-home.ts';
import type { DynamoParts } from '../../lib/dynamo/dynamo-calls.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { readConcurrency, readRole } from './lambda-account.ts';
import {
  type AlarmState,
  type Asked as AskedMeasure,
  type Measured,
  readAlarms,
  readMeasured,
} from './measures.ts';
import { type CallQuery, createQueryApi, elementIn, endpointFor } from './query-api.ts';
import { readRouteIds } from './route-ids.ts';
import { type Asked, refusedTo } from './simulate-role.ts';
import { protectStack, readStack, type Stack } from './stack.ts';

/** Which bridge the flags name. */
export interface WhichBridge {
  readonly name?: string | undefined;
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
  /** The one on this machine, instead of one on AWS. */
  readonly home?: LocalHome | undefined;
  readonly table?: string | undefined;
}

/** The caller, as AWS knows them. */
export interface Caller {
  readonly arn: string;
  readonly account: string;
}

/** A running bridge as its operator reaches it: with their own credentials, and the outputs of the stack. */
export interface OpenBridge {
  /** For people: `posture-bridge in eu-west-1`. */
  readonly where: string;
  readonly name: string;
  readonly region: string;
  readonly clock: Clock;
  /** The table, for the ledgers. */
  readonly ledger: DynamoParts;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly ssm: Pick<SSMClient, 'send'>;
  outputs(): Promise<Readonly<Record<string, string>>>;
  /** Its stack as it is now; null if it is not deployed. */
  stack(): Promise<Stack | null>;
  /** Whether AWS lets anybody delete the stack. */
  protect(isProtected: boolean): Promise<void>;
  caller(): Promise<Caller>;
  readonly isLocal: boolean;
  /** How many functions of the account may run at once. */
  concurrency(): Promise<number>;
  /** The role of a function, by its name in AWS. */
  roleOf(functionName: string): Promise<string>;
  /** What a role may not do, according to IAM. */
  refusedTo(asked: Asked): Promise<readonly string[]>;
  /** The keys in a folder of a bucket, from this one on, also those that a delete marker hides. */
  listBucket(bucket: string, prefix: string, from: string): Promise<readonly string[]>;
  /** Who is subscribed to a topic. */
  subscribers(topicArn: string): Promise<{ readonly confirmed: number; readonly pending: number }>;
  /** What CloudWatch has of a metric. */
  measured(asked: AskedMeasure): Promise<readonly Measured[]>;
  /** The alarms whose names begin with that of the bridge. */
  alarms(bridge: string): Promise<readonly AlarmState[]>;
  /** The ids that AWS drew for the routes of an HTTP API. */
  routeIds(apiId: string): Promise<readonly string[]>;
  close(): void;
}

/** `account`: what can be asked before the first deployment, and nothing about the table. */
export type Needs = 'stack' | 'account';

export const DEFAULT_NAME = 'posture-bridge';
/** For one call to AWS while a person waits. */
const TIMEOUT_MS = 10_000;

/** Variables that would override the requested profile. */
const OTHER_KEYS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
const OTHER_PLACES = ['AWS_ENDPOINT_URL', 'AWS_REGION', 'AWS_DEFAULT_REGION', 'TABLE_NAME'];

/** Opens the bridge that the flags name. Changes `env`, so that every AWS client reads the same settings. */
export async function openBridge(
  which: WhichBridge,
  env: NodeJS.ProcessEnv,
  needs: Needs = 'stack',
  clock: Clock = systemClock,
): Promise<OpenBridge> {
  let name = which.name ?? DEFAULT_NAME;
  if (which.home) {
    const { home } = which;
    for (const one of [...OTHER_KEYS, ...OTHER_PLACES]) delete env[one];
    env.AWS_CONFIG_FILE = home.configFile;
    env.AWS_PROFILE = home.profile;
    name = home.name;
  } else if (which.profile !== undefined) {
    for (const one of OTHER_KEYS) delete env[one];
    env.AWS_PROFILE = which.profile;
  }
  // As CDK and AWS's own command read them: the SDK knows only the first one.
  const asked = which.region ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
  if (asked !== undefined) env.AWS_REGION = asked;

  const dynamo = new DynamoDBClient({});
  const region = await dynamo.config.region().catch(() => {
    throw new UsageError(
      'the region is not known: give --region, set AWS_REGION, or choose a profile that has one',
    );
  });
  // What runs after this, CDK too, is in the same region.
  if (!which.home) env.AWS_REGION = region;
  const sqs = new SQSClient({});
  const ssm = new SSMClient({});
  const partsOf = async (service: string): Promise<SignedAwsParts> => ({
    region,
    credentials: await dynamo.config.credentials(),
    endpoint: endpointFor(env, service),
    clock,
    random: Math.random,
    timeoutMs: TIMEOUT_MS,
  });
  const call: CallQuery = async (service, ...asked) =>
    createQueryApi(await partsOf(service))(service, ...asked);
  let read: Promise<Readonly<Record<string, string>>> | undefined;
  const outputs = () => {
    read ??= readOutputs(call, name, region);
    return read;
  };
  const named = which.name ?? which.home ?? which.profile;
  const given = which.table ?? (named ? undefined : env.TABLE_NAME || undefined);
  const tableName = given ?? (needs === 'stack' ? await tableIn(outputs, name) : '');
  return {
    where: which.home ? `${name} on this machine` : `${name} in ${region}`,
    name,
    region,
    clock,
    ledger: { client: dynamo, tableName, clock, random: Math.random, timeoutMs: TIMEOUT_MS },
    sqs,
    ssm,
    outputs,
    stack: () => readStack(call, name),
    protect: (isProtected) => protectStack(call, name, isProtected),
    async caller() {
      const xml = await call('sts', 'GetCallerIdentity');
      return { arn: elementIn(xml, 'Arn') ?? 'unknown', account: elementIn(xml, 'Account') ?? 'unknown' };
    },
    isLocal: which.home !== undefined,
    concurrency: async () => readConcurrency(await partsOf('lambda')),
    roleOf: async (functionName) => readRole(await partsOf('lambda'), functionName),
    refusedTo: (asked) => refusedTo(call, asked),
    listBucket: async (bucket, prefix, from) => listVersions(await partsOf('s3'), bucket, prefix, from),
    async subscribers(TopicArn) {
      const xml = await call('sns', 'ListSubscriptionsByTopic', { TopicArn });
      const arns = [...xml.matchAll(/<SubscriptionArn>([^<]*)<\/SubscriptionArn>/g)].map(([, arn]) => arn);
      const pending = arns.filter((arn) => arn === 'PendingConfirmation').length;
      return { confirmed: arns.length - pending, pending };
    },
    measured: (asked) => readMeasured(call, asked, clock.now()),
    alarms: (bridge) => readAlarms(call, bridge),
    routeIds: async (apiId) => readRouteIds(await partsOf('apigateway'), apiId),
    close() {
      for (const client of [dynamo, sqs, ssm]) client.destroy();
    },
  };
}

async function readOutputs(call: CallQuery, name: string, region: string): Promise<Stack['outputs']> {
  const stack = await readStack(call, name);
  if (stack) return stack.outputs;
  throw new CommandError(
    `There is no bridge named ${name} in ${region}, in the account of these credentials. Give --name, --region or --profile, or --local for the one that npm start runs.`,
  );
}

async function tableIn(outputs: OpenBridge['outputs'], name: string): Promise<string> {
  const { LedgerTableName } = await outputs();
  if (LedgerTableName) return LedgerTableName;
  throw new CommandError(
    `The stack ${name} has no output LedgerTableName: it is no bridge, or its deployment has not ended. Give --table, or another --name.`,
  );
}
