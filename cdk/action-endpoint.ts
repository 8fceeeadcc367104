import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { VerdictDesk } from './verdict-desk.ts';

export interface ActionEndpointProps {
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly desk: VerdictDesk;
  readonly alarms: Alarms;
}

/** Slack gives up after three seconds, so a longer run helps nobody. */
const TIMEOUT = Duration.seconds(10);
/** People click. More than this is something else. */
const THROTTLE = { rateLimit: 50, burstLimit: 100 };
const SUSPICIOUS = 20;

/** What faces the internet: the address that Slack calls, and the function behind it. */
export class ActionEndpoint extends Construct {
  readonly function: BridgeFunction<'action'>;
  readonly #api: apigateway.HttpApi;

  constructor(scope: Construct, id: string, props: ActionEndpointProps) {
    super(scope, id);
    this.function = this.#createFunction(props);
    this.#api = this.#createApi();
    this.#watch(props.alarms);
  }

  /** Where Slack sends clicks. */
  get slackUrl(): string {
    return `${this.#api.apiEndpoint}/slack/interactions`;
  }

  #createFunction({ config, folder, ledger, desk, alarms }: ActionEndpointProps): BridgeFunction<'action'> {
    const fn = new BridgeFunction(this, 'Action', {
      name: 'action',
      description: 'Receives clicks and forms, verifies them and queues what was decided.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        VERDICT_QUEUE_URL: desk.queue.queue.queueUrl,
      },
      timeout: TIMEOUT,
      // Memory is also speed, and somebody waits for it.
      memoryMb: 1024,
      alarms,
    });
    ledger.allowRows(fn, 'GetItem');
    desk.queue.allowSend(fn);
    const { slack } = config;
    if (slack) fn.allowSecrets([slack.signingSecret, slack.botToken]);
    return fn;
  }

  #createApi(): apigateway.HttpApi {
    const api = new apigateway.HttpApi(this, 'Api', {
      description: 'Where chats send clicks.',
      createDefaultStage: false,
    });
    const [route] = api.addRoutes({
      path: '/slack/interactions',
      methods: [apigateway.HttpMethod.POST],
      integration: new HttpLambdaIntegration('Action', this.function.lambda),
    });
    if (route) {
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'Slack signs every request, and the function reads nothing of one before it has verified that.',
      });
    }
    const stage = new apigateway.HttpStage(this, 'Stage', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(
          new logs.LogGroup(this, 'AccessLogs', {
            retention: logs.RetentionDays.THREE_MONTHS,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
      },
    });
    void stage;
    return api;
  }

  #watch(alarms: Alarms): void {
    alarms.watch(this, 'RequestsRefused', {
      heading: 'Requests are refused',
      subject: 'slack',
      meaning:
        'Many requests to the address for Slack are not from Slack, or its signing secret is not ours any more.',
      metric: bridgeMetric('RequestsRefused', { Surface: 'slack' }, 'Sum', Duration.minutes(5)),
      when: 'at least',
      threshold: SUSPICIOUS,
    });
  }
}
