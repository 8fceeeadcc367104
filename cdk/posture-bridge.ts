import { Tags } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { canBeDecided } from '../lib/config/authority.ts';
import { postedTo, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { NotifyEnv } from '../lib/config/function-env.ts';
import { WEBHOOK } from '../lib/config/webhooks.ts';
import { ActionEndpoint } from './action-endpoint.ts';
import { Alarms } from './alarms.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { checkBridgeName, DEFAULT_NAME } from './bridge-name.ts';
import type { FunctionFolders } from './bundle-functions.ts';
import { ChatNotifier } from './chat-notifier.ts';
import { Dashboard } from './dashboard.ts';
import { DeliveryQueues } from './delivery-queues.ts';
import { encryptAll } from './encrypt-all.ts';
import { LedgerTable } from './ledger-table.ts';
import { Poller } from './poller.ts';
import { putIntoNetwork } from './put-into-network.ts';
import { Reconciler } from './reconciler.ts';
import { TrailArchive } from './trail-archive.ts';
import { VerdictRecorder } from './verdict-recorder.ts';
import { WebhookNotifier } from './webhook-notifier.ts';

const LINK_URL: keyof NotifyEnv = 'LINK_URL';

export interface PostureBridgeOptions {
  /** One for each bridge of an account: in the names of alarms, dashboard and logs, in metrics and in tags. */
  readonly name?: string;
  /** The name of a table to go on with, in the same account and region: a restored one, or one of a removed bridge. */
  readonly table?: string;
  /** Where the people who get the alarms can read docs/runbook.md. */
  readonly runbookUrl?: string;
}

export interface PostureBridgeProps {
  readonly config: BridgeConfig;
  /** From `bundleFunctions`, with the same configuration. */
  readonly folders: FunctionFolders;
  readonly options?: PostureBridgeOptions;
}

/** The whole bridge, as a construct for a CDK app of your own. */
export class PostureBridge extends Construct {
  readonly ledger: LedgerTable;
  readonly queues: DeliveryQueues;
  readonly poller: Poller;
  /** One for each chat that something is posted to. */
  readonly chats: readonly ChatNotifier[];
  /** Where the configuration has webhooks. */
  readonly webhooks: WebhookNotifier | undefined;
  /** Where people can decide. */
  readonly recorder: VerdictRecorder | undefined;
  readonly actions: ActionEndpoint | undefined;
  readonly reconciler: Reconciler;
  /** Where the configuration wants one. */
  readonly archive: TrailArchive | undefined;
  readonly alarms: Alarms;

  constructor(scope: Construct, id: string, { config, folders, options = {} }: PostureBridgeProps) {
    super(scope, id);
    const { name = DEFAULT_NAME, runbookUrl = 'docs/runbook.md' } = options;
    checkBridgeName(name);
    Tags.of(this).add('posture-bridge', name);
    this.alarms = new Alarms(this, 'Alarms', { name, runbookUrl, monitoring: config.monitoring });
    this.ledger = new LedgerTable(this, 'Ledger', options.table);
    this.queues = new DeliveryQueues(this, 'Deliveries', { config, alarms: this.alarms });
    this.poller = new Poller(this, 'Poller', {
      config,
      folder: folders.poll,
      ledger: this.ledger,
      queues: this.queues,
      alarms: this.alarms,
    });
    this.chats = this.#createChats(config, folders);
    this.webhooks = this.#createWebhooks(config, folders);
    this.recorder = this.#createRecorder(config, folders);
    this.actions = this.#createActions(config, folders, name);
    // Only now is it known where links lead.
    if (this.actions?.linkUrl) this.webhooks?.function.lambda.addEnvironment(LINK_URL, this.actions.linkUrl);
    const { ledger, queues, recorder, poller, alarms } = this;
    const folder = folders.reconcile;
    this.reconciler = new Reconciler(this, 'Reconciler', {
      config,
      folder,
      ledger,
      queues,
      recorder,
      poller,
      alarms,
    });
    this.archive =
      config.archive &&
      new TrailArchive(this, 'TrailArchive', {
        archive: config.archive,
        folder: folders.archive,
        ledger,
        alarms,
      });
    if (this.alarms.isFull) new Dashboard(this, 'Overview', { name, config, parts: this });
    // Last: these are about everything that is there.
    encryptAll(this, config.encryption);
    putIntoNetwork(this.functions, config.network);
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

  #createActions(config: BridgeConfig, folders: FunctionFolders, name: string): ActionEndpoint | undefined {
    const { ledger, queues, recorder, alarms } = this;
    if (!recorder) return undefined;
    const folder = folders.action;
    return new ActionEndpoint(this, 'Actions', { name, config, folder, ledger, queues, recorder, alarms });
  }
}
