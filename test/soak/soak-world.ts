import { setTimeout as sleep } from 'node:timers/promises';
import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { LocalFunction } from '../../local/cloud/function-pool.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { ADA, ANNA, BEN, BO } from '../support/bridge/people.ts';
import { channelOf, personOf, teamsChannelOf } from '../support/bridge/places.ts';
import { pick } from '../support/random.ts';

/** Several, because a channel of Slack takes one message a second, and one of Teams 1,800 an hour. */
const LANES = Array.from({ length: 15 }, (_, number) => `lane${number}`);
/** Its destinations are in one of the two configurations only. */
export const LATE = 'late';
/** The keys of the domain: one at a time opens the API. */
export const API_KEYS = ['soak-key-one', 'soak-key-two'] as const;

const SEVERITIES = ['low', 'low', 'medium', 'medium', 'high', 'critical'];
const MOST_EVENTS = 4;

export interface OpenedCase {
  readonly id: string;
  readonly lane: string;
}

export type FunctionName = 'poll' | 'slack' | 'teams' | 'action' | 'verdict' | 'reconcile' | 'archive';

const NAMED: readonly (readonly [FunctionName, RegExp])[] = [
  ['poll', /Poll/],
  ['slack', /SlackNotif/],
  ['teams', /TeamsNotif/],
  ['action', /Action/],
  ['verdict', /Verdict/],
  ['reconcile', /Reconcile/],
  ['archive', /Archive/],
];

/** What people call a function; one that is new to this list keeps its own name. */
export const nameOf = ({ settings: { logicalId } }: LocalFunction): string =>
  NAMED.find(([, pattern]) => pattern.test(logicalId))?.[0] ?? logicalId;

export interface SoakWorld extends BridgeWorld {
  readonly slackChannels: readonly string[];
  readonly teamsChannels: readonly string[];
  /** Every case that was opened, in order. */
  readonly opened: readonly OpenedCase[];
  /** Opens a case in the next lane. */
  open(): Promise<void>;
  /** Opens one in each lane. */
  openEverywhere(): Promise<void>;
  /** Without those of dead letters. */
  readonly queueNames: readonly string[];
  purge(queueName: string): Promise<void>;
  /** By queue, where there are any. */
  deadLetters(): Promise<Record<string, number>>;
}

/** A call that does the same however often it is made, again where a busy machine breaks its connection. */
export async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(200);
    }
  }
}

/** The bridge as `npm start` has it, with more channels: every case is for one of Slack and one of Teams. */
export async function startSoakWorld(
  random: () => number,
  onApiCall: (name: string) => void,
): Promise<SoakWorld> {
  const lanes = [...LANES, LATE];
  const world = await startBridgeWorld(
    { both: lanes },
    {
      api: { cases: 0, threats: 0, keys: API_KEYS.map((key) => ({ domain: 'acme', key })) },
      slack: { rates: true, answerTimeoutMs: 3_000 },
      teams: { rates: true, answerTimeoutMs: 10_000 },
      config: {
        verdicts: { allow: { slackUsers: [ANNA, BEN], teamsUsers: [ADA, BO] }, undoSeconds: 1 },
      },
      onApiCall,
    },
  );
  const { api, cloud } = world;
  await insist(() => api.control('POST', '/keys', { key: API_KEYS[1], active: false }));
  const { aws: endpoint, operator: credentials, region } = cloud.endpoints;
  const sqs = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });
  const opened: OpenedCase[] = [];
  const queues = cloud.template.of('AWS::SQS::Queue').map(({ logicalId, identity }) => ({
    name: logicalId,
    url: identity.ref,
  }));
  let turn = 0;

  async function openIn(lane: string): Promise<void> {
    const events = Array.from({ length: Math.ceil(random() * MOST_EVENTS) }, () => ({
      severity: pick(random, SEVERITIES),
    }));
    const id = await world.newCase({ user_email: personOf(lane), events }).catch(() => null);
    // On a busy machine a connection may break. Of a case that was opened all the same nobody knows the id.
    if (id !== null) opened.push({ id, lane });
  }

  return {
    ...world,
    slackChannels: lanes.map(channelOf),
    teamsChannels: lanes.map(teamsChannelOf),
    opened,
    open: () => openIn(lanes[turn++ % lanes.length] ?? LATE),
    async openEverywhere() {
      for (const lane of lanes) await openIn(lane);
    },
    queueNames: queues.map(({ name }) => name).filter((name) => !name.includes('DeadLetters')),
    async purge(queueName) {
      const QueueUrl = queues.find(({ name }) => name === queueName)?.url;
      await sqs.send(new PurgeQueueCommand({ QueueUrl }));
    },
    async deadLetters() {
      const counts = Object.entries(await cloud.queues())
        .filter(([name]) => name.includes('DeadLetters'))
        .map(([name, { waiting, inFlight }]) => [name, waiting + inFlight] as const);
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
    async close() {
      sqs.destroy();
      await world.close();
    },
  };
}
