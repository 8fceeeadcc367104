import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { allDimensions, METRIC_NAMESPACE, type MetricOf } from '../lib/config/metrics.ts';
import { hasLinks } from '../lib/config/webhooks.ts';
import type { Alarms } from './alarms.ts';
import {
  canaryPath,
  linkPath,
  pathsBefore,
  type RequestPath,
  requestPaths,
  verdictsPaths,
} from './request-paths.ts';

/**
 * A custom domain name for the address, with its certificate. Only for the bridge: under a path of a shared name,
 * functions would see another path than the one called.
 */
export type RequestDomain = apigateway.IDomainName;

export interface RequestApiProps {
  /** The name of the bridge. */
  readonly name: string;
  readonly config: BridgeConfig;
  readonly chats: readonly ChatName[];
  /** The systems that may decide, by the names of their destinations. */
  readonly systems: readonly string[];
  readonly target: lambda.IFunction;
  readonly domain?: RequestDomain | undefined;
  readonly alarms: Pick<Alarms, 'isFull' | 'isMeasured'>;
}

export interface RequestApi {
  readonly api: apigateway.HttpApi;
  readonly urls: Readonly<Partial<Record<ChatName, string>>>;
  /** Where systems send verdicts, each at a path ending in its own name; undefined if no system may. */
  readonly verdictsUrl: string | undefined;
  /** Where decision links lead; undefined if no event contains any. */
  readonly linkUrl: string | undefined;
  /** Where the bridge presses its own canaries; undefined without a chat. */
  readonly canaryUrl: string | undefined;
  /** Requests beyond the limit of an address. AWS has no metric for these. */
  readonly throttled: cloudwatch.Metric;
}

/**
 * For each address. Somebody who knows it may send 500 forged requests a second, and every click still gets through. A
 * forged one takes a few milliseconds, so that is two or three runs at once; while all of them start, at most 600 x 0.4 s
 * + 600 = 840 of an account's 1,000. `requests.reserved` lowers that.
 */
export const THROTTLE = { rateLimit: 600, burstLimit: 600 };
/** For any other path, which nobody needs. AWS charges neither for throttled nor for unauthorized requests. */
const OTHERS_THROTTLE = { rateLimit: 1, burstLimit: 1 };
const OTHERS = '$default';

const THROTTLED_METRIC = 'RequestsThrottled';

/** Who got which answer, and how fast. Nothing of the request itself: no header, no body. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  at: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  routeKey: '$context.routeKey',
  status: '$context.status',
  error: '$context.error.message',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  integrationLatencyMs: '$context.integrationLatency',
  latencyMs: '$context.responseLatency',
};

/** The addresses that chats call. API Gateway itself refuses any other path: no function sees it. */
export function createRequestApi(scope: Construct, props: RequestApiProps): RequestApi {
  const { name, config, chats, systems, target, alarms } = props;
  const api = new apigateway.HttpApi(scope, 'Api', {
    apiName: name,
    description: 'Where chats send clicks, and systems verdicts.',
    createDefaultStage: false,
  });
  // Allows this API to call the function for these paths only.
  const integration = new HttpLambdaIntegration('Action', target);
  const acknowledge = (route: Construct, proof: string) =>
    Validations.of(route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: `${proof}, and the function reads nothing of one before it has verified that.`,
    });
  const addPost = (id: string, path: string, proof: string): apigateway.HttpRoute => {
    const routeKey = apigateway.HttpRouteKey.with(path, apigateway.HttpMethod.POST);
    const route = new apigateway.HttpRoute(api, id, { httpApi: api, routeKey, integration });
    acknowledge(route, proof);
    return route;
  };
  /** The same path for GET. The permission to call the function for a path covers every method, and exists already. */
  const addGet = (
    id: string,
    path: string,
    proof: string,
    post: apigateway.HttpRoute,
  ): apigateway.CfnRoute => {
    const route = new apigateway.CfnRoute(api, id, {
      ...{ apiId: api.apiId, routeKey: `GET ${path}`, authorizationType: 'NONE' },
      ...withTarget(targetOf(post)),
    });
    acknowledge(route, proof);
    return route;
  };
  const add = (id: string, { chat, path }: RequestPath): apigateway.HttpRoute =>
    addPost(id, path, sectionOf(chat).requests.proof);
  const paths = requestPaths(scope, chats, config);
  const routes = paths.map((one) =>
    add(config.requests.path === undefined ? one.chat : `${one.chat}-given`, one),
  );
  const routesBefore = pathsBefore(scope, chats, config).map((one) => add(one.chat, one));
  const verdicts = verdictsPaths(scope, config);
  const addSystem = (system: string, under: string, id = ''): apigateway.HttpRoute => {
    const [path, proof] = [`${under}/${system}`, 'The system signs every request'];
    const post = addPost(`verdicts-POST-${system}${id}`, path, proof);
    addGet(`verdicts-GET-${system}${id}`, path, proof, post);
    return post;
  };
  const given = config.requests.path === undefined ? '' : '-given';
  const ofSystems = systems.map((system) => addSystem(system, verdicts.now, given));
  const { before } = verdicts;
  const systemsBefore = before === undefined ? [] : systems.map((system) => addSystem(system, before));
  const known = routes[0] ?? ofSystems[0];
  const others = refuseOthers(api, known);
  const addLinks = (id: string, beside: apigateway.HttpRoute): string => {
    const [path, proof] = [linkPath(others, beside), 'A link is sealed by the bridge'];
    addGet(`link-GET${id}`, path, proof, addPost(`link-POST${id}`, path, proof));
    return path;
  };
  const links = known && hasLinks(config.destinations) ? addLinks(given, known) : undefined;
  const knownBefore = routesBefore[0] ?? systemsBefore[0];
  if (links && knownBefore) addLinks('', knownBefore);
  // Only a chat has buttons to press.
  const canary = chats.length > 0 ? canaryPath(scope, config) : undefined;
  if (canary) addPost(`canary${given}`, canary, 'The bridge signs a press of its own');

  const accessLogs = createAccessLogs(scope, name);
  const stage = new apigateway.HttpStage(scope, 'Stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: THROTTLE,
    accessLogSettings: {
      destination: new apigateway.LogGroupLogDestination(accessLogs),
      format: AccessLogFormat.custom(JSON.stringify({ bridge: name, ...ACCESS_LOG })),
    },
  });
  limitOthers(stage, others);
  const address = props.domain ? mapTo(stage, props.domain) : api.apiEndpoint;
  return {
    api,
    urls: Object.fromEntries(paths.map(({ chat, path }) => [chat, `${address}${path}`])),
    verdictsUrl: systems.length > 0 ? `${address}${verdicts.now}` : undefined,
    canaryUrl: canary && `${address}${canary}`,
    linkUrl: links && `${address}${links}`,
    throttled: countAnswers(scope, name, accessLogs, alarms),
  };
}

/** The custom address. API Gateway's own keeps working, so that chats can be changed at leisure. */
function mapTo(stage: apigateway.HttpStage, domainName: RequestDomain): string {
  new apigateway.ApiMapping(stage, 'Domain', { api: stage.api, stage, domainName });
  return `https://${domainName.name}`;
}

/**
 * Catches every path without a route. Only callers of this account may enter, and even then the API may not call the
 * function. Without this route AWS may charge for each of its "not found" answers.
 */
function refuseOthers(api: apigateway.HttpApi, known: apigateway.HttpRoute | undefined): apigateway.CfnRoute {
  const target = known && targetOf(known);
  return new apigateway.CfnRoute(api, 'Others', {
    apiId: api.apiId,
    routeKey: OTHERS,
    authorizationType: 'AWS_IAM',
    ...withTarget(target),
  });
}

/** The integration of a route. */
const targetOf = (route: apigateway.HttpRoute): string | undefined =>
  (route.node.defaultChild as apigateway.CfnRoute | undefined)?.target;

const withTarget = (target: string | undefined) => (target === undefined ? {} : { target });

/** Each route has its own limit, so that requests to no route of ours take nothing from the others. */
function limitOthers(stage: apigateway.HttpStage, others: apigateway.CfnRoute): void {
  const resource = stage.node.defaultChild as apigateway.CfnStage;
  const { rateLimit, burstLimit } = OTHERS_THROTTLE;
  resource.routeSettings = {
    [OTHERS]: { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit },
  };
  // AWS refuses a limit for a route that does not exist yet.
  stage.node.addDependency(others);
}

const createAccessLogs = (scope: Construct, name: string): logs.LogGroup =>
  new logs.LogGroup(scope, 'AccessLogs', {
    // With this prefix AWS can write here even in an account with so many APIs that its log policy is full.
    logGroupName: `/aws/vendedlogs/${name}-requests`,
    retention: logs.RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });

const OVER_THE_LIMIT = `{ $.status = "429" && $.routeKey != "${OTHERS}" }`;
const FAILED = `{ $.status = "5*" && $.routeKey != "${OTHERS}" }`;

/**
 * Counts from the log what no function sees: requests that API Gateway rejected, and those it got no answer for. Each may
 * be a click, so each also marks the bridge as unhealthy, through a metric that exists anyway.
 */
function countAnswers(
  scope: Construct,
  name: string,
  logGroup: logs.LogGroup,
  alarms: RequestApiProps['alarms'],
): cloudwatch.Metric {
  const count = (id: string, pattern: string, metricName: string, metricValue: '0' | '1') =>
    new logs.MetricFilter(scope, id, {
      logGroup,
      filterPattern: logs.FilterPattern.literal(pattern),
      metricNamespace: METRIC_NAMESPACE,
      metricName,
      metricValue,
      dimensions: { Bridge: '$.bridge' },
      // As the functions write it: CloudWatch separates values of different units, and an alarm may see only one of them.
      unit: cloudwatch.Unit.COUNT,
    });
  const healthy: MetricOf<'bridge'> = 'Healthy';
  if (alarms.isMeasured) {
    count('ThrottledIsUnhealthy', OVER_THE_LIMIT, healthy, '0');
    count('FailedIsUnhealthy', FAILED, healthy, '0');
  }
  if (alarms.isFull) count('Throttled', OVER_THE_LIMIT, THROTTLED_METRIC, '1');
  return new cloudwatch.Metric({
    namespace: METRIC_NAMESPACE,
    metricName: THROTTLED_METRIC,
    dimensionsMap: allDimensions(name, {}),
    statistic: 'Sum',
    period: Duration.minutes(5),
  });
}
