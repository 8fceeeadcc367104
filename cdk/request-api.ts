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
import { hasLinks, LINK_PATH } from '../lib/config/webhooks.ts';
import type { Alarms } from './alarms.ts';
import { canaryPath, pathsBefore, type RequestPath, requestPaths, verdictsPaths } from './request-paths.ts';

/**
 * A name of your own for the address, with its certificate. For the bridge alone: behind a path of a shared name, functions
 * would be told another path than was called.
 */
export type RequestDomain = apigateway.IDomainName;

export interface RequestApiProps {
  /** Of the bridge. */
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
  /** Where systems send verdicts, each with its own name behind it; none where no system may. */
  readonly verdictsUrl: string | undefined;
  /** Where links to decide by lead; none where no event holds any. */
  readonly linkUrl: string | undefined;
  /** Where the bridge presses its own canaries; none without a chat. */
  readonly canaryUrl: string | undefined;
  /** Requests to an address that were more than its limit. Of these AWS has no metric of its own. */
  readonly throttled: cloudwatch.Metric;
}

/**
 * For each address. Who knows it may send 500 forged requests a second, and every click still gets through. A forged one
 * takes a few milliseconds, so that is two or three runs at once; while all of them start, 600 x 0.4 s + 600 = 840 at most,
 * of the 1,000 that an account has. `requests.reserved` makes that less.
 */
export const THROTTLE = { rateLimit: 600, burstLimit: 600 };
/** Where links lead. People follow them less often, and anybody can guess the path. */
export const LINK_THROTTLE = { rateLimit: 10, burstLimit: 20 };
/** Of what has any other path, which nobody needs. AWS charges neither for what it throttles nor for what may not enter. */
const OTHERS_THROTTLE = { rateLimit: 1, burstLimit: 1 };
const OTHERS = '$default';

const THROTTLED_METRIC = 'RequestsThrottled';

/** Who was answered what, and how fast. Of the request itself nothing: no header, no body. */
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

/** The addresses that chats call. What has another path is refused by API Gateway itself: no function hears of it. */
export function createRequestApi(scope: Construct, props: RequestApiProps): RequestApi {
  const { name, config, chats, systems, target, alarms } = props;
  const api = new apigateway.HttpApi(scope, 'Api', {
    apiName: name,
    description: 'Where chats send clicks, and systems verdicts.',
    createDefaultStage: false,
  });
  // Lets this API and these paths call the function, and no other.
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
  /** The same path for GET. What lets the API call the function for a path is for every method, and is there already. */
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
  for (const one of pathsBefore(scope, chats, config)) add(one.chat, one);
  const verdicts = verdictsPaths(scope, config);
  const addSystem = (system: string, under: string, id = ''): apigateway.HttpRoute => {
    const [path, proof] = [`${under}/${system}`, 'The system signs every request'];
    const post = addPost(`verdicts-POST-${system}${id}`, path, proof);
    addGet(`verdicts-GET-${system}${id}`, path, proof, post);
    return post;
  };
  const given = config.requests.path === undefined ? '' : '-given';
  const ofSystems = systems.map((system) => addSystem(system, verdicts.now, given));
  for (const system of verdicts.before ? systems : []) addSystem(system, verdicts.before ?? '');
  const addLinks = (): Limited[] => {
    const proof = 'A link is sealed by the bridge';
    const post = addPost('link-POST', LINK_PATH, proof);
    const get = addGet('link-GET', LINK_PATH, proof, post);
    return [
      { route: post, routeKey: `POST ${LINK_PATH}`, throttle: LINK_THROTTLE },
      { route: get, routeKey: `GET ${LINK_PATH}`, throttle: LINK_THROTTLE },
    ];
  };
  const ofLinks = hasLinks(config.destinations) ? addLinks() : [];
  // Only a chat has cards to press.
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
  const others = refuseOthers(api, routes[0] ?? ofSystems[0]);
  limit(stage, [{ route: others, routeKey: OTHERS, throttle: OTHERS_THROTTLE }, ...ofLinks]);
  const address = props.domain ? mapTo(stage, props.domain) : api.apiEndpoint;
  return {
    api,
    urls: Object.fromEntries(paths.map(({ chat, path }) => [chat, `${address}${path}`])),
    verdictsUrl: systems.length > 0 ? `${address}${verdicts.now}` : undefined,
    canaryUrl: canary && `${address}${canary}`,
    linkUrl: ofLinks.length > 0 ? `${address}${LINK_PATH}` : undefined,
    throttled: countAnswers(scope, name, accessLogs, alarms),
  };
}

/** The address of the domain. That of API Gateway stays, so that chats can be told the new one at leisure. */
function mapTo(stage: apigateway.HttpStage, domainName: RequestDomain): string {
  new apigateway.ApiMapping(stage, 'Domain', { api: stage.api, stage, domainName });
  return `https://${domainName.name}`;
}

/**
 * A path that no route has. Only who signs as somebody of this account may enter, which strangers cannot, and even then the API
 * has no right to call the function for it. Without this route AWS may charge for each of its answers that nothing is there.
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

/** What a route hands its requests to. */
const targetOf = (route: apigateway.HttpRoute): string | undefined =>
  (route.node.defaultChild as apigateway.CfnRoute | undefined)?.target;

const withTarget = (target: string | undefined) => (target === undefined ? {} : { target });

interface Limited {
  readonly route: Construct;
  readonly routeKey: string;
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
}

/** Each has a limit of its own, so that what is sent there takes nothing from the others. */
function limit(stage: apigateway.HttpStage, limited: readonly Limited[]): void {
  const resource = stage.node.defaultChild as apigateway.CfnStage;
  resource.routeSettings = Object.fromEntries(
    limited.map(({ routeKey, throttle: { rateLimit, burstLimit } }) => [
      routeKey,
      { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit },
    ]),
  );
  // AWS refuses a limit for a route that is not there yet.
  stage.node.addDependency(...limited.map(({ route }) => route.node.defaultChild ?? route));
}

const createAccessLogs = (scope: Construct, name: string): logs.LogGroup =>
  new logs.LogGroup(scope, 'AccessLogs', {
    // By this prefix AWS may write here even in an account with so many APIs that its policy for it is full.
    logGroupName: `/aws/vendedlogs/${name}-requests`,
    retention: logs.RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });

const OVER_THE_LIMIT = `{ $.status = "429" && $.routeKey != "${OTHERS}" }`;
const FAILED = `{ $.status = "5*" && $.routeKey != "${OTHERS}" }`;

/**
 * Counts in the log what no function sees: what API Gateway turned away, and what it could not get an answer for. Each
 * may be a click, so each also says that the bridge is not healthy; that is a word more of a metric that is there anyway.
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
      // As the functions write it: CloudWatch keeps numbers of another unit apart, and an alarm may see only one of the two.
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
