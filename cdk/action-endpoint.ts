import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { secretsToJudge } from '../lib/config/authority.ts';
import { type ChatName, clickedIn, secretsToAnswer, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { MetricOf } from '../lib/config/metrics.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import type { LedgerTable } from './ledger-table.ts';
import type { VerdictRecorder } from './verdict-recorder.ts';

export interface ActionEndpointProps {
  /** Of the bridge. */
  readonly name: string;
  readonly config: BridgeConfig;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly recorder: VerdictRecorder;
  readonly alarms: Alarms;
}

/** Chats give up after a few seconds, so a longer run helps nobody. */
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

/** What faces the internet: the addresses that chats call, and the function behind them. */
export class ActionEndpoint extends Construct {
  readonly function: BridgeFunction<'action'>;
  readonly api: apigateway.HttpApi;
  /** Those that people can click in. */
  readonly chats: readonly ChatName[];

  constructor(scope: Construct, id: string, props: ActionEndpointProps) {
    super(scope, id);
    this.chats = clickedIn(props.config);
    this.function = this.#createFunction(props);
    this.api = this.#createApi(props);
    this.#createStage(props);
    this.#watch(props);
  }

  /** Where each chat sends clicks. */
  get urls(): Readonly<Partial<Record<ChatName, string>>> {
    return Object.fromEntries(
      this.chats.map((chat) => [chat, `${this.api.apiEndpoint}${sectionOf(chat).requests.path}`]),
    );
  }

  #createFunction(props: ActionEndpointProps): BridgeFunction<'action'> {
    const { config, folder, ledger, queues, recorder, alarms } = props;
    const newsFrom = this.chats.filter((chat) => sectionOf(chat).requests.newsOfChannels);
    const fn = new BridgeFunction(this, 'Action', {
      name: 'action',
      description: 'Receives clicks and forms, verifies them and queues what was decided.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        VERDICT_QUEUE_URL: recorder.queue.queue.queueUrl,
        ...queues.environmentOf(newsFrom),
      },
      timeout: TIMEOUT,
      // Memory is also speed, and an analyst waits for it.
      memoryMb: 1024,
      alarms,
    });
    ledger.allow(fn);
    recorder.queue.allowSend(fn);
    // What a chat says about its channels goes to the function that posts there.
    for (const chat of newsFrom) queues.of(chat)?.allowSend(fn);
    const secrets = [
      ...this.chats.flatMap((chat) => secretsToAnswer(config, chat)),
      ...secretsToJudge(config),
    ];
    if (secrets.length > 0) fn.allowSecrets(secrets);
    return fn;
  }

  #createApi({ name }: ActionEndpointProps): apigateway.HttpApi {
    const api = new apigateway.HttpApi(this, 'Api', {
      apiName: name,
      description: 'Where chats send clicks.',
      createDefaultStage: false,
    });
    // Lets this API and these paths call the function, and no other.
    const integration = new HttpLambdaIntegration('Action', this.function.lambda);
    for (const chat of this.chats) {
      const { path, proof } = sectionOf(chat).requests;
      for (const route of api.addRoutes({ path, methods: [apigateway.HttpMethod.POST], integration })) {
        Validations.of(route).acknowledge({
          id: 'AwsSolutions-APIG4',
          reason: `${proof}, and the function reads nothing of one before it has verified that.`,
        });
      }
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
    const names = this.chats.map((chat) => sectionOf(chat).label);
    // By the answers, since the function answers most of its errors itself. One is a click that is lost.
    alarms.watch(this, 'RequestsFail', {
      heading: 'Requests fail',
      subject: this.chats.join(' and '),
      meaning: `An analyst clicked in ${names.join(' or ')} and was told that it did not work.`,
      metric: this.api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) }),
      when: 'at least',
      threshold: 1,
    });
    for (const chat of this.chats) this.#watchChat(alarms, chat);
  }

  #watchChat(alarms: Alarms, chat: ChatName): void {
    const { label: name, requests } = sectionOf(chat);
    const about = { subject: chat, when: 'at least' } as const;
    const sum = (metric: MetricOf<'surface'>, period: Duration) =>
      bridgeMetric(alarms.bridge, metric, { Surface: chat }, 'Sum', period);
    alarms.watch(this, `RequestsRefused-${chat}`, {
      ...about,
      heading: 'Requests are refused',
      meaning: `Requests to the address for ${name} are not from ${name}, or ${requests.wrong}.`,
      metric: sum('RequestsRefused', Duration.minutes(15)),
      threshold: SUSPICIOUS,
    });
    // The chat got its 200, since who clicked was told by us: no answer shows it.
    alarms.watch(this, `ClicksLost-${chat}`, {
      ...about,
      heading: 'Clicks are lost',
      meaning: `What an analyst clicked in ${name} could not be queued. The analyst was told to press again.`,
      metric: sum('ClicksLost', Duration.minutes(5)),
      threshold: 1,
    });
  }
}
