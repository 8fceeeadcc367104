import { mkdir } from 'node:fs/promises';
import type { PortGuardOptions } from '../stand-in-kit/port-guard.ts';
import { checkAlarms } from './alarm-check.ts';
import { type Assembly, readAssembly } from './assembly.ts';
import { type Authority, createAuthority } from './authority.ts';
import { createBuckets } from './buckets.ts';
import { createBuses } from './buses.ts';
import { connectApi } from './connect-api.ts';
import { connectEventSource } from './connect-event-source.ts';
import { connectSchedule } from './connect-schedule.ts';
import { createEmittedMetrics } from './emitted-metrics.ts';
import type { EventSource } from './event-source.ts';
import { type FrontDoor, startFrontDoor } from './front-door.ts';
import { createFunctionPool, type LocalFunction } from './function-pool.ts';
import type { DrivenTime, Outcome } from './function-process.ts';
import { credentialVariables, readFunctionSettings } from './function-settings.ts';
import { type HttpApi, startHttpApi } from './http-api.ts';
import { isObject } from './json.ts';
import type { Credentials } from './key-ring.ts';
import { createCallMeter } from './meter/call-meter.ts';
import { ACCOUNT, CLOUD, type LocalCloudOptions } from './options.ts';
import { createParameters } from './parameters.ts';
import { functionFor, type Parts, roleOf } from './parts.ts';
import { checkRedrive, startQueues } from './queues.ts';
import type { Home } from './resource-types.ts';
import type { Schedule } from './schedules.ts';
import { stackUuidIn } from './stack-uuid.ts';
import { startTables } from './tables.ts';
import { type KnownResource, readTemplate } from './template.ts';
import { TemplateError } from './template-error.ts';
import { createTopics } from './topics.ts';

/** Runs a cloud assembly on this machine. Stops with the name of anything that it does not understand. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const closing: (() => unknown)[] = [];
  // In reverse order of creation.
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return await start(options, closing, stop);
  } catch (problem) {
    await stop();
    throw problem;
  }
}

async function start(options: LocalCloudOptions, closing: (() => unknown)[], stop: () => Promise<void>) {
  const { region = 'eu-west-1', speed = 1, log: write = () => {} } = options;
  const log = (line: string) => write(CLOUD, line);
  const metrics = createEmittedMetrics();
  const onLine = (from: string, line: string) => {
    metrics.read(line);
    write(from, line);
  };
  const assembly = await readAssembly(options.assemblyDir);

  const { unchecked = {} } = options;
  const guard = { unchecked: unchecked.port ?? [] };
  const door = await startFrontDoor({
    account: ACCOUNT,
    log,
    port: options.port,
    unchecked: unchecked.signature,
    guard,
  });
  closing.push(() => door.stop());
  const apis = await startApis(assembly, options.apiPort, {
    ...guard,
    isPublic: options.publicApis === true,
  });
  closing.push(() => Promise.all(apis.servers.map((server) => server.stop())));

  const home: Home = {
    stackName: assembly.stackName,
    region,
    account: ACCOUNT,
    stackUuid: await stackUuidIn(options.dataDir),
    frontDoorUrl: door.url,
    apiUrl: (id) => apis.serverOf(id)?.url ?? `https://${id}.execute-api.${region}.amazonaws.com`,
  };
  const template = readTemplate(assembly, home);
  const authority = createAuthority({
    template,
    account: ACCOUNT,
    region,
    outsideKeys: options.outsideKeys,
    log,
  });
  checkRedrive(template.of('AWS::SQS::Queue'));

  if (options.dataDir !== undefined) await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const tables = await startTables(region, options.dataDir);
  closing.push(() => tables.stop());
  // After the tables, which lock the folder against other processes.
  const queues = await startQueues(region, options.dataDir);
  closing.push(() => queues.stop());
  const buckets = createBuckets(options.dataDir);
  const topics = createTopics(log);
  const buses = createBuses();
  const parameters = createParameters(options.secrets ?? {}, options.missingSecrets, options.dataDir);
  const functions = new Map<string, LocalFunction>();
  const stopping = new AbortController();
  const parts: Parts = {
    template,
    authority,
    queues,
    topics,
    metrics,
    functions,
    region,
    speed,
    isDriven: options.time !== undefined,
    stopping: stopping.signal,
    log,
  };
  closing.push(() => Promise.all([...functions.values()].map((one) => one.stop())));

  for (const arn of options.outsideQueues ?? []) await queues.createOutside(arn);
  for (const arn of options.outsideBuses ?? []) buses.create(arn);
  for (const one of template.of('AWS::DynamoDB::Table')) await tables.create(one);
  for (const one of template.of('AWS::SQS::Queue')) await queues.create(one);
  for (const one of template.of('AWS::S3::Bucket')) buckets.create(one);
  for (const { identity } of template.of('AWS::SNS::Topic')) topics.create(identity.ref);
  for (const { identity, properties } of template.of('AWS::SSM::Parameter')) {
    parameters.values.set(identity.ref, properties.Value);
  }
  for (const one of template.of('AWS::Lambda::Function')) {
    const made = makeFunction(one, { region, door, assembly, authority, onLine, log, time: options.time });
    functions.set(made.settings.arn, made);
  }
  const operator = door.keys.issue({ kind: 'operator' });
  const meter = options.onCall && createCallMeter(template, tables, options.onCall);
  const roles = Object.fromEntries(
    template
      .of('AWS::Lambda::Function')
      .map(({ identity, properties }) => [identity.ref, String(properties.Role)] as const),
  );
  const stack = { name: assembly.stackName, outputs: template.outputs, roles };
  door.open({ authority, queues, buckets, topics, buses, parameters, tables, stack, meter });

  for (const one of template.of('AWS::ApiGatewayV2::Api')) {
    const server = apis.serverOf(one.identity.ref);
    if (server) connectApi(parts, one, server);
  }
  const sources = template
    .of('AWS::Lambda::EventSourceMapping')
    .flatMap((one) => connectEventSource(parts, one) ?? []);
  // These two in reverse order: no new messages first, and then, once the queues let go, no reader waits.
  closing.splice(closing.length - 2, 0, () => Promise.all(sources.map((source) => source.ended)));
  closing.push(() => {
    stopping.abort();
    for (const source of sources) source.stop();
  });
  const schedules = template
    .of('AWS::Scheduler::Schedule')
    .flatMap((one) => connectSchedule(parts, one) ?? []);
  closing.push(() => {
    for (const schedule of schedules) schedule.stop();
  });

  return {
    name: assembly.stackName,
    outputs: template.outputs,
    endpoints: {
      /** For every call to AWS, and the key of somebody who may do everything. */
      aws: door.url,
      operator,
      region,
      /** HTTP APIs by logical id. */
      apis: Object.fromEntries(
        template
          .of('AWS::ApiGatewayV2::Api')
          .map(({ logicalId, identity }) => [logicalId, identity.attributes.ApiEndpoint ?? '']),
      ),
    },
    template,
    /** By name or logical id; waits for the answer. */
    invoke(name: string, event: unknown): Promise<Outcome> {
      const byLogicalId = [...functions.values()].find(({ settings }) => settings.logicalId === name);
      return (byLogicalId ?? functionFor(parts, name, name)).invoke(event);
    },
    /** Keys of a function's role, as one of its processes has them. */
    assumeRoleOf(name: string): Credentials {
      const target = functionFor(parts, name, name);
      return door.keys.issue({
        kind: 'function',
        name: target.settings.name,
        roleArn: roleOf(parts, target),
      });
    },
    functions: [...functions.values()] as readonly LocalFunction[],
    /** For driving time by hand. Otherwise they run on their own. */
    schedules: schedules as readonly Schedule[],
    sources: sources as readonly EventSource[],
    queues: () => queues.depths(),
    topics,
    buckets,
    /** Owned by the user, not by the stack: they come and go without it. */
    outside: { buses, createQueue: queues.createOutside, deleteQueue: queues.deleteOutside },
    parameters,
    denied: authority.denied,
    unusedGrants: () => authority.unusedGrants(),
    /** The latest values of a metric, oldest first. */
    valuesOf: metrics.valuesOf,
    /** Alarms that nothing emitted so far could raise. */
    alarmProblems: () => checkAlarms(template, metrics),
    /** Ends everything. No process is left. */
    stop,
  };
}

export type LocalCloud = Awaited<ReturnType<typeof start>>;

/** As many servers as the template has HTTP APIs. Each belongs to the first API that asks for its address. */
async function startApis(
  { template }: Assembly,
  port: number | undefined,
  guard: PortGuardOptions,
): Promise<{ servers: HttpApi[]; serverOf(id: string): HttpApi | undefined }> {
  const resources = isObject(template.Resources) ? Object.values(template.Resources) : [];
  const count = resources.filter((one) => isObject(one) && one.Type === 'AWS::ApiGatewayV2::Api').length;
  const servers: HttpApi[] = [];
  for (let index = 0; index < count; index++)
    servers.push(await startHttpApi({ port: index === 0 ? port : 0, guard }));
  const free = [...servers];
  const taken = new Map<string, HttpApi>();
  return {
    servers,
    serverOf(id) {
      const server = taken.get(id) ?? free.shift();
      if (server) taken.set(id, server);
      return server;
    },
  };
}

/** Without a reservation, a function may run this often at once, in an account after its first weeks. */
const ACCOUNT_CONCURRENCY = 1_000;
/** And on this machine in this many processes: further invocations wait for one, as they would for a cold start. */
const MOST_PROCESSES = 10;

/** The rights that Lambda requires of the role before it puts a function into a VPC. */
const FOR_A_VPC = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DeleteNetworkInterface',
];

function makeFunction(
  one: KnownResource<'AWS::Lambda::Function'>,
  context: {
    region: string;
    door: Pick<FrontDoor, 'url' | 'keys'>;
    assembly: Assembly;
    authority: Authority;
    onLine: (from: string, line: string) => void;
    log: (line: string) => void;
    time: DrivenTime | undefined;
  },
): LocalFunction {
  const { region, door, assembly, authority, onLine, log, time } = context;
  const { assetDirs } = assembly;
  const settings = readFunctionSettings(one, { region, endpointUrl: door.url, assetDirs });
  const { Role: roleArn, ReservedConcurrentExecutions, VpcConfig } = one.properties;
  const assumed = authority.mayAssume(roleArn, 'lambda.amazonaws.com', settings.name, settings.arn);
  if (!assumed.allowed) {
    throw new TemplateError(one.logicalId, `Lambda may not be the role ${roleArn}: AWS refuses the function`);
  }
  for (const action of VpcConfig ? FOR_A_VPC : []) {
    const decision = authority.mayCall({ caller: settings.name, roleArn, action, resource: '*' });
    if (decision.allowed) continue;
    throw new TemplateError(one.logicalId, `is in a VPC, and ${decision.because}: AWS refuses the function`);
  }
  // Without these Lambda still runs the function, and loses its log lines.
  let asked = false;
  const mayLog = () => {
    if (asked) return;
    asked = true;
    const group = settings.env.AWS_LAMBDA_LOG_GROUP_NAME;
    const resource = `arn:aws:logs:${region}:${ACCOUNT}:log-group:${group}:log-stream:local`;
    for (const action of ['logs:CreateLogStream', 'logs:PutLogEvents']) {
      authority.mayCall({ caller: settings.name, roleArn, action, resource });
    }
  };
  return createFunctionPool({
    settings,
    concurrency: ReservedConcurrentExecutions ?? ACCOUNT_CONCURRENCY,
    processes: Math.min(ReservedConcurrentExecutions ?? MOST_PROCESSES, MOST_PROCESSES),
    log,
    onColdStart: mayLog,
    issueKeys() {
      const credentials = door.keys.issue({ kind: 'function', name: settings.name, roleArn });
      return { env: credentialVariables(credentials), revoke: () => door.keys.revoke(credentials) };
    },
    onLine: (line) => onLine(settings.name, line),
    time,
  });
}
