import { join } from 'node:path';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import type * as sns from 'aws-cdk-lib/aws-sns';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Stage, Tags } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { canBeDecided } from '../lib/config/authority.ts';
import { postedTo, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { NotifyEnv } from '../lib/config/function-env.ts';
import { WEBHOOK } from '../lib/config/webhooks.ts';
import { ActionEndpoint, type ActionEndpointProps } from './action-endpoint.ts';
import { Alarms } from './alarms.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { checkBridgeName, DEFAULT_NAME } from './bridge-name.ts';
import { ChatNotifier } from './chat-notifier.ts';
import { Dashboard } from './dashboard.ts';
import { DeliveryQueues } from './delivery-queues.ts';
import { encryptAll } from './encrypt-all.ts';
import type { FunctionFolders } from './function-folders.ts';
import { LedgerTable } from './ledger-table.ts';
import { Poller } from './poller.ts';
import { placePrebuilt } from './prebuilt-functions.ts';
import { type NetworkPlace, networkOf, putIntoNetwork } from './put-into-network.ts';
import { Reconciler } from './reconciler.ts';
import type { RequestDomain } from './request-api.ts';
import { SettingError } from './setting-error.ts';
import { TrailArchive } from './trail-archive.ts';
import { VerdictRecorder } from './verdict-recorder.ts';
import { WebhookNotifier } from './webhook-notifier.ts';

interface QueuePair {
  readonly subject: string;
  readonly queue?: sqs.IQueue;
  readonly deadLetters?: sqs.IQueue;
}

const RUNBOOK_URL = 'docs/runbook.md';
const LINK_URL: keyof NotifyEnv = 'LINK_URL';

export interface PostureBridgeOptions {
  /** Unique per bridge in an account: used in the names of alarms, dashboard and logs, in metrics and in tags. */
  readonly name?: string;
  /** A table to use, or its name, in the same account and region: a restored one, or that of a removed bridge. */
  readonly table?: string | Pick<dynamodb.ITable, 'tableName'>;
  /** Encrypts all stored data. Overrides `encryption` of the configuration. */
  readonly key?: kms.IKey;
  /** Where alarms go, instead of a topic of the bridge. */
  readonly topic?: sns.ITopic;
  /** Where functions run. Overrides `network` of the configuration. */
  readonly network?: NetworkPlace;
  /** The address that chats send clicks to, instead of API Gateway's. */
  readonly domain?: RequestDomain;
  /** How long logs are kept; three months unless given. */
  readonly logRetention?: logs.RetentionDays;
  /** Where the people who get the alarms can read docs/runbook.md. */
  readonly runbookUrl?: string;
}

export interface PostureBridgeProps extends PostureBridgeOptions {
  /** From `defineBridge`. It also says how the bridge is monitored and how long it keeps data. */
  readonly config: BridgeConfig;
  /** In a clone, from `bundleFunctions` with the same configuration. The package contains its functions. */
  readonly folders?: FunctionFolders;
}

/** The whole bridge, as a construct for your own CDK app. */
export class PostureBridge extends Construct {
  /** What it was built from, and what its functions carry. */
  readonly config: BridgeConfig;
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly poller: Poller;
  /** One for each chat that the bridge posts to. */
  readonly chats: readonly ChatNotifier[];
  /** If the configuration has webhooks, or the user's own queues or buses. */
  readonly webhooks: WebhookNotifier | undefined;
  /** If people can decide. */
  readonly recorder: VerdictRecorder | undefined;
  readonly actions: ActionEndpoint | undefined;
  readonly reconciler: Reconciler;
  /** If configured. */
  readonly archive: TrailArchive | undefined;
  readonly alarms: Alarms;
  /** The key that encrypts all stored data, unless it is AWS's own. */
  readonly key: kms.IKey | undefined;

  constructor(scope: Construct, id: string, { config, ...props }: PostureBridgeProps) {
    super(scope, id);
    this.config = config;
    const { name = DEFAULT_NAME, runbookUrl = RUNBOOK_URL, topic, domain } = props;
    checkBridgeName(name);
    const folders = props.folders ?? placePrebuilt(config, this.#functionsFolder());
    Tags.of(this).add('posture-bridge', name);
    this.alarms = new Alarms(this, 'Alarms', {
      name,
      runbookUrl,
      monitoring: config.monitoring,
      topic,
    });
    this.ledger = new LedgerTable(this, 'Ledger', nameOf(props.table));
    this.queues = new DeliveryQueues(this, 'To', { config, alarms: this.alarms });
    const schedules = new scheduler.CfnScheduleGroup(this, 'Schedules');
    this.poller = new Poller(this, 'Poller', {
      config,
      folder: folders.poll,
      ledger: this.ledger,
      queues: this.queues,
      schedules,
      alarms: this.alarms,
    });
    this.chats = this.#createChats(config, folders);
    this.webhooks = this.#createWebhooks(config, folders);
    this.recorder = this.#createRecorder(config, folders);
    this.actions = this.#createActions(config, folders, { name, domain });
    // Only now is the address of the links known.
    if (this.actions?.linkUrl) this.webhooks?.function.lambda.addEnvironment(LINK_URL, this.actions.linkUrl);
    const { ledger, queues, recorder, alarms } = this;
    const folder = folders.reconcile;
    this.reconciler = new Reconciler(this, 'Reconciler', {
      config,
      folder,
      ledger,
      queues,
      recorder,
      schedules,
      canaryUrl: this.actions?.canaryUrl,
      alarms,
    });
    this.archive =
      config.archive &&
      new TrailArchive(this, 'TrailArchive', {
        archive: config.archive,
        folder: folders.archive,
        ledger,
        schedules,
        alarms,
      });
    if (this.alarms.isFull) new Dashboard(this, 'Overview', { name, config, parts: this });
    // Last, because these apply to everything that exists.
    this.key = encryptAll(this, props.key ?? config.encryption);
    putIntoNetwork(this.functions, networkOf(props.network) ?? config.network);
    if (props.logRetention !== undefined) keepLogs(this, props.logRetention);
  }

  /** Two bridges in one app have separate functions. */
  #functionsFolder(): string {
    const { outdir } = Stage.of(this) ?? {};
    if (outdir === undefined) throw new SettingError('A PostureBridge belongs into an App.');
    return join(outdir, `functions-${this.node.addr}`);
  }

  get functions(): readonly BridgeFunction[] {
    const { chats, webhooks } = this;
    const parts = [
      this.poller,
      ...chats,
      webhooks,
      this.actions,
      this.recorder,
      this.reconciler,
      this.archive,
    ];
    return parts.flatMap((part) => part?.function ?? []);
  }

  /** Every queue of the bridge by its purpose, in the words of alarms, with its dead-letter queue. */
  get allQueues(): readonly QueuePair[] {
    const { ticks } = this.poller;
    return [
      ...this.queues.all,
      ...(this.recorder ? [this.recorder.queue] : []),
      ...(ticks ? [{ subject: 'ticks', queue: ticks.queue }] : []),
    ];
  }

  #createChats(config: BridgeConfig, folders: FunctionFolders): ChatNotifier[] {
    const { ledger, queues, alarms } = this;
    return postedTo(config).flatMap((chat) => {
      const queue = queues.of(chat);
      const folder = folders[`notify-${chat}`];
      const props = { config, chat, folder, ledger, queues, alarms };
      return queue ? [new ChatNotifier(this, sectionOf(chat).label, { ...props, queue })] : [];
    });
  }

  #createWebhooks(config: BridgeConfig, folders: FunctionFolders): WebhookNotifier | undefined {
    const { ledger, queues, alarms } = this;
    const queue = queues.of(WEBHOOK);
    const folder = folders[`notify-${WEBHOOK}`];
    return queue && new WebhookNotifier(this, 'Webhooks', { config, folder, ledger, queues, queue, alarms });
  }

  #createRecorder(config: BridgeConfig, folders: FunctionFolders): VerdictRecorder | undefined {
    if (!canBeDecided(config)) return undefined;
    const { ledger, queues, alarms } = this;
    const folder = folders.verdict;
    return new VerdictRecorder(this, 'Verdicts', { config, folder, ledger, queues, alarms });
  }

  #createActions(
    config: BridgeConfig,
    folders: FunctionFolders,
    at: Pick<ActionEndpointProps, 'name' | 'domain'>,
  ): ActionEndpoint | undefined {
    const { ledger, queues, recorder, alarms } = this;
    if (!recorder) return undefined;
    const folder = folders.action;
    return new ActionEndpoint(this, 'Actions', { ...at, config, folder, ledger, queues, recorder, alarms });
  }
}

const nameOf = (table: PostureBridgeOptions['table']): string | undefined =>
  typeof table === 'object' ? table.tableName : table;

function keepLogs(bridge: Construct, days: logs.RetentionDays): void {
  for (const one of bridge.node.findAll()) if (one instanceof logs.CfnLogGroup) one.retentionInDays = days;
}
