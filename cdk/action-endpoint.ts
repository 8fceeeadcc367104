import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { SlackAppConfig } from '../lib/config/define-bridge.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { VerdictDesk } from './verdict-desk.ts';

export interface ActionEndpointProps {
  /** Of the bridge. */
  readonly name: string;
  readonly slack: SlackAppConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly desk: VerdictDesk;
  readonly alarms: Alarms;
}

/** Slack gives up after three seconds, so a longer run helps nobody. */
const TIMEOUT = Duration.seconds(10);
/** People click. More than this is something else. */
const THROTTLE = { rateLimit: 50, burstLimit: 100 };
/** Few, because with the wrong secret every click is refused, and a small team does not click often. */
const SUSPICIOUS = 3;

/** Who was answered what, and how fast. Of the request itself nothing: no path, no header, no body. */
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

/** What faces the internet: the address that Slack calls, and the function behind it. */
export class ActionEndpoint extends Construct {
  readonly function: BridgeFunction<'action'>;
  readonly api: apigateway.HttpApi;

  constructor(scope: Construct, id: string, props: ActionEndpointProps) {
    super(scope, id);
    this.function = this.#createFunction(props);
    this.api = this.#createApi(props);
    this.#createStage(props);
    this.#watch(props);
  }

  /** Where Slack sends clicks. */
  get slackUrl(): string {
    return `${this.api.apiEndpoint}/slack/interactions`;
  }

  #createFunction({ slack, folder, ledger, desk, alarms }: ActionEndpointProps): BridgeFunction<'action'> {
    const fn = new BridgeFunction(this, 'Action', {
      name: 'action',
      description: 'Receives clicks and forms, verifies them and queues what was decided.',
      folder,
      environment: { TABLE_NAME: ledger.tableName, VERDICT_QUEUE_URL: desk.queue.queue.queueUrl },
      timeout: TIMEOUT,
      // Memory is also speed, and somebody waits for it.
      memoryMb: 1024,
      alarms,
    });
    ledger.allowRows(fn, 'GetItem');
    desk.queue.allowSend(fn);
    fn.allowSecrets([slack.signingSecret, slack.botToken]);
    return fn;
  }

  #createApi({ name }: ActionEndpointProps): apigateway.HttpApi {
    const api = new apigateway.HttpApi(this, 'Api', {
      apiName: name,
      description: 'Where chats send clicks.',
      createDefaultStage: false,
    });
    const routes = api.addRoutes({
      path: '/slack/interactions',
      methods: [apigateway.HttpMethod.POST],
      // Lets this API and this path call the function, and no other.
      integration: new HttpLambdaIntegration('Action', this.function.lambda),
    });
    for (const route of routes) {
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'Slack signs every request, and the function reads nothing of one before it has verified that.',
      });
    }
    return api;
  }

  #createStage({ name }: ActionEndpointProps): void {
    const accessLogs = new logs.LogGroup(this, 'AccessLogs', {
      // By this prefix AWS may write here even in an account with so many APIs that its policy for it is full.
      logGroupName: `/aws/vendedlogs/${name}-requests`,
      retention: logs.RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
  }

  #watch({ alarms }: ActionEndpointProps): void {
    alarms.watch(this, 'RequestsRefused', {
      heading: 'Requests are refused',
      subject: 'slack',
      meaning:
        'Requests to the address for Slack are not from Slack, or its signing secret is not ours any more.',
      metric: bridgeMetric('RequestsRefused', { Surface: 'slack' }, 'Sum', Duration.minutes(15)),
      when: 'at least',
      threshold: SUSPICIOUS,
    });
    // By the answers, since the function answers most of its errors itself. One is a click that is lost.
    alarms.watch(this, 'RequestsFail', {
      heading: 'Requests fail',
      subject: 'slack',
      meaning: 'Somebody clicked in Slack and was told that it did not work.',
      metric: this.api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) }),
      when: 'at least',
      threshold: 1,
    });
    // Slack got its 200, since who clicked was told by us: no answer shows it.
    alarms.watch(this, 'ClicksLost', {
      heading: 'Clicks are lost',
      subject: 'slack',
      meaning: 'What somebody clicked in Slack could not be queued. They were told to press again.',
      metric: bridgeMetric('ClicksLost', { Surface: 'slack' }, 'Sum', Duration.minutes(5)),
      when: 'at least',
      threshold: 1,
    });
  }
}
