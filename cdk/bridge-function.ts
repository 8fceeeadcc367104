import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { EveryEnv, FunctionEnvs, FunctionName } from '../lib/config/function-env.ts';
import { type KeyRights, keyParameter } from '../lib/config/key-readers.ts';
import { readSecretName, type SecretName } from '../lib/config/secret-names.ts';
import type { Alarms } from './alarms.ts';
import { groupSecrets } from './secret-groups.ts';
import { checkPolicies } from './stack-limits.ts';

export interface BridgeFunctionProps<Name extends FunctionName = FunctionName> {
  readonly name: Name;
  readonly description: string;
  /** The folder with the bundle. */
  readonly folder: string;
  /** Has the function's own type, so that a forgotten variable does not compile. */
  readonly environment: FunctionEnvs[Name];
  readonly timeout: Duration;
  readonly memoryMb: number;
  /** It sends itself messages, many in a row. Lambda takes that for a loop and stops it after 16, unless allowed. */
  readonly sendsItself?: boolean;
  /** The reserved concurrency, which is also the limit. */
  readonly reserved?: number;
  readonly alarms: Alarms;
}

export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A Lambda function with its own role and log group. It may do what it was explicitly allowed, and nothing else. */
export class BridgeFunction<Name extends FunctionName = FunctionName> extends Construct {
  readonly name: Name;
  readonly timeout: Duration;
  readonly lambda: lambda.Function;
  readonly #role: iam.Role;
  readonly #bridge: string;

  constructor(scope: Construct, id: string, props: BridgeFunctionProps<Name>) {
    super(scope, id);
    this.name = props.name;
    this.#bridge = props.alarms.bridge;
    this.timeout = props.timeout;
    const logGroup = new logs.LogGroup(this, 'Logs', {
      retention: logs.RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    });
    // The ARN of a log group ends in `:*`, which stands for its streams.
    this.allow({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const every: EveryEnv = { BRIDGE_NAME: props.alarms.bridge };
    this.lambda = new lambda.Function(this, 'Function', {
      description: props.description,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(props.folder),
      handler: 'index.handler',
      environment: { ...every, ...withoutGaps(props.environment) },
      timeout: props.timeout,
      memorySize: props.memoryMb,
      role: this.#role,
      logGroup,
      // INFO has the line of each run with the memory that it used, which nobody has measured on AWS yet (docs/deploy.md).
      // The functions write JSON anyway, and it stays unchanged.
      loggingFormat: lambda.LoggingFormat.JSON,
      systemLogLevelV2: lambda.SystemLogLevel.INFO,
      applicationLogLevelV2: lambda.ApplicationLogLevel.INFO,
      ...(props.reserved !== undefined && { reservedConcurrentExecutions: props.reserved }),
      ...(props.sendsItself && { recursiveLoop: lambda.RecursiveLoop.ALLOW }),
    });
    this.#watch(props.alarms);
  }

  /** These calls add up to everything that a function may do. */
  allow(grant: Grant): void {
    this.#add(iam.Effect.ALLOW, grant);
  }

  /** Overrides whatever allows it. */
  deny(grant: Grant): void {
    this.#add(iam.Effect.DENY, grant);
  }

  #add(effect: iam.Effect, { actions, resources, conditions }: Grant): void {
    this.#role.addToPrincipalPolicy(
      new iam.PolicyStatement({
        effect,
        actions: [...actions],
        resources: [...resources],
        ...(conditions && { conditions }),
      }),
    );
  }

  /** Lets it read these secrets. AWS's own keys for SSM and Secrets Manager admit everyone who may read them. */
  allowSecrets(parameterNames: readonly string[]): void {
    const { inline, managed } = groupSecrets([...new Set(parameterNames)].toSorted());
    checkPolicies(managed.length);
    for (const statement of this.#mayRead(inline)) this.#role.addToPrincipalPolicy(statement);
    for (const [index, names] of managed.entries()) {
      const policy = new iam.ManagedPolicy(this, `Secrets-${index + 1}`, {
        description: `Which secrets the function ${this.name} may read, part ${index + 1} of ${managed.length}.`,
        statements: this.#mayRead(names),
        roles: [this.#role],
      });
      // As with its other rights: a function that starts without them would fail.
      this.lambda.node.addDependency(policy);
    }
  }

  /** Lets it read these keys of the bridge, and make these where there are none. It can never replace one. */
  allowKeys({ reads, makes }: KeyRights): void {
    const resources = (names: readonly string[]) =>
      names.map((name) =>
        Stack.of(this).formatArn({
          service: 'ssm',
          resource: `parameter${keyParameter(this.#bridge, name)}`,
        }),
      );
    if (reads.length > 0) this.allow({ actions: ['ssm:GetParameter'], resources: resources(reads) });
    if (makes.length === 0) return;
    const put = { actions: ['ssm:PutParameter'], resources: resources(makes) };
    this.allow(put);
    this.deny({ ...put, conditions: { StringEquals: { 'ssm:Overwrite': 'true' } } });
  }

  #mayRead(names: readonly string[]): iam.PolicyStatement[] {
    const secrets = names.map(readSecretName);
    const arns = (service: SecretName['in'], resourceOf: (name: string) => string) => [
      ...new Set(
        secrets
          .filter((one) => one.in === service)
          .map(({ name }) => Stack.of(this).formatArn({ service, resource: resourceOf(name) })),
      ),
    ];
    return [
      { actions: ['ssm:GetParameter'], resources: arns('ssm', (name) => `parameter${name}`) },
      {
        actions: ['secretsmanager:GetSecretValue'],
        // AWS appends a dash and six characters to the name of each secret.
        resources: arns('secretsmanager', (name) => `secret:${name}-??????`),
      },
    ]
      .filter(({ resources }) => resources.length > 0)
      .map((statement) => new iam.PolicyStatement(statement));
  }

  #watch(alarms: Alarms): void {
    const period = Duration.minutes(5);
    alarms.watch(this, 'Errors', {
      heading: 'Function fails',
      subject: this.name,
      meaning: `The function ${this.name} ends in an error again and again.`,
      metric: this.lambda.metricErrors({ period }),
      when: 'at least',
      threshold: 1,
      datapoints: [2, 3],
    });
    alarms.watch(this, 'Throttles', {
      heading: 'Function is throttled',
      subject: this.name,
      meaning: `AWS does not let the function ${this.name} run as often as it is called.`,
      metric: this.lambda.metricThrottles({ period }),
      when: 'at least',
      threshold: 1,
      datapoints: [2, 3],
    });
  }
}

const withoutGaps = (environment: object): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
