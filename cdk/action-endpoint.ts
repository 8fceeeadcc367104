import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { decidingWebhooks } from '../lib/config/authority.ts';
import { type ChatName, clickedIn, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { keyReaders } from '../lib/config/key-readers.ts';
import type { MetricOf } from '../lib/config/metrics.ts';
import { secretReaders } from '../lib/config/secret-readers.ts';
import { hasLinks } from '../lib/config/webhooks.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { BridgeFunction } from './bridge-function.ts';
import { noneIf } from './combined-metrics.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import type { LedgerTable } from './ledger-table.ts';
import { createRequestApi, type RequestApi, type RequestDomain } from './request-api.ts';
import type { VerdictRecorder } from './verdict-recorder.ts';

export interface ActionEndpointProps {
  /** The name of the bridge. */
  readonly name: string;
  readonly config: BridgeConfig;
  readonly domain?: RequestDomain | undefined;
  readonly folder: string;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly recorder: VerdictRecorder;
  readonly alarms: Alarms;
}

/** Chats give up after a few seconds, so a longer run is useless. */
const TIMEOUT = Duration.seconds(10);
/** Few, because a wrong secret refuses every click, and a small team does not click often. */
const SUSPICIOUS = 3;

/** The part that faces the internet: the addresses that chats call, and the function behind them. */
export class ActionEndpoint extends Construct {
  readonly function: BridgeFunction<'action'>;
  readonly #requests: RequestApi;
  /** The chats that people can click in. */
  readonly chats: readonly ChatName[];
  /** The systems that may decide. */
  readonly #systems: ReturnType<typeof decidingWebhooks>;

  constructor(scope: Construct, id: string, props: ActionEndpointProps) {
    super(scope, id);
    this.chats = clickedIn(props.config);
    this.#systems = decidingWebhooks(props.config);
    this.function = this.#createFunction(props);
    const { name, config, domain } = props;
    this.#requests = createRequestApi(this, {
      name,
      config,
      chats: this.chats,
      systems: this.#systems.map(([system]) => system),
      target: this.function.lambda,
      domain,
      alarms: props.alarms,
    });
    this.#watch(props);
  }

  get api(): apigateway.HttpApi {
    return this.#requests.api;
  }

  /** Requests over the limit. */
  get throttled(): RequestApi['throttled'] {
    return this.#requests.throttled;
  }

  /** Where each chat sends clicks. */
  get urls(): RequestApi['urls'] {
    return this.#requests.urls;
  }

  /** Where systems send verdicts, each at a path ending in its own name. */
  get verdictsUrl(): RequestApi['verdictsUrl'] {
    return this.#requests.verdictsUrl;
  }

  /** Where decision links lead; undefined if no event contains any. */
  get linkUrl(): RequestApi['linkUrl'] {
    return this.#requests.linkUrl;
  }

  /** Where the bridge presses its own canaries; undefined without a chat. */
  get canaryUrl(): RequestApi['canaryUrl'] {
    return this.#requests.canaryUrl;
  }

  #createFunction(props: ActionEndpointProps): BridgeFunction<'action'> {
    const { config, folder, ledger, queues, recorder, alarms } = props;
    const fn = new BridgeFunction(this, 'Action', {
      name: 'action',
      description: 'Receives clicks and forms, verifies them and queues what was decided.',
      folder,
      environment: {
        TABLE_NAME: ledger.tableName,
        VERDICT_QUEUE_URL: recorder.queue.queue.queueUrl,
        ...queues.environmentOf(this.chats),
      },
      timeout: TIMEOUT,
      // More memory also means more speed, and an analyst is waiting.
      memoryMb: 512,
      ...(config.requests.reserved !== undefined && { reserved: config.requests.reserved }),
      alarms,
    });
    ledger.allow(fn, { systems: this.#systems.length > 0, links: hasLinks(config.destinations) });
    recorder.queue.allowSend(fn);
    // A chat's events about its channels, and what only one person is told, go to the function that posts there.
    for (const chat of this.chats) queues.of(chat)?.allowSend(fn);
    fn.allowKeys(keyReaders(config).action);
    const secrets = secretReaders(config).action;
    if (secrets.length > 0) fn.allowSecrets(secrets);
    return fn;
  }

  #watch({ alarms }: ActionEndpointProps): void {
    const names = [
      ...this.chats.map((chat) => sectionOf(chat).label),
      ...this.#systems.map(([name]) => name),
    ];
    const subject = [...this.chats, ...(this.#systems.length > 0 ? ['systems'] : [])].join(' and ');
    // Watches the answers, because the function answers most of its errors itself. One error is a lost click.
    alarms.watch(this, 'RequestsFail', {
      heading: 'Requests fail',
      subject,
      meaning: `An analyst clicked in ${names.join(' or ')} and was told that it did not work.`,
      metric: this.api.metricServerError({ statistic: 'Sum', period: Duration.minutes(5) }),
      when: 'at least',
      threshold: 1,
    });
    alarms.watch(this, 'RequestsThrottled', {
      heading: 'Requests are throttled',
      subject,
      meaning: `More requests came than API Gateway lets through, and clicks in ${names.join(' or ')} may be among them.`,
      metric: this.#requests.throttled,
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
    // Only requests that the chat itself seems to have sent, and only while none is accepted: otherwise anybody who knows
    // the address could keep this alarm on.
    alarms.watch(this, `RequestsRefused-${chat}`, {
      ...about,
      heading: 'Requests are refused',
      meaning: `Requests that look like clicks in ${name} are refused, and none is taken: ${requests.wrong}.`,
      metric: noneIf(
        sum('RequestsDisputed', Duration.minutes(15)),
        sum('RequestsTaken', Duration.minutes(15)),
        Duration.minutes(15),
      ),
      threshold: SUSPICIOUS,
    });
    // The chat got its 200, because the bridge itself told the analyst: no answer shows it.
    alarms.watch(this, `ClicksLost-${chat}`, {
      ...about,
      heading: 'Clicks are lost',
      meaning: `What an analyst clicked in ${name} could not be queued. The analyst was told to press again.`,
      metric: sum('ClicksLost', Duration.minutes(5)),
      threshold: 1,
    });
  }
}
