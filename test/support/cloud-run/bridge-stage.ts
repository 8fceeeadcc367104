import '../aws/quiet-sdk.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import { readQueueUrl } from '../../../lib/config/queue-url.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { type Slack, startSlack } from '../../../local/slack/server.ts';
import { everything, synthesize } from '../../stack/synthesized.ts';
import { type ReferenceServer, startReferenceServer } from '../posture-api.ts';
import { readStage, type Stage } from './stage.ts';

export const DOMAINS = Object.keys(everything.domains);
/** For each domain. Few, because all of it is read again in every run. */
export const CASES = 3;
export const THREATS = 4;

export const CHANNELS = { soc: 'C0123ABCD', ops: 'C0OPS0OPS0' };
export const ANNA = 'U0ANNA0000';

export interface BridgeStage extends Stage {
  readonly api: ReferenceServer;
  readonly slack: Slack;
  /** A case of the first domain with its events, as it was before anybody decided it. */
  readonly openCase: Case;
  close(): Promise<void>;
}

/** The bridge with everything that a configuration can have, between a reference server and a Slack of its own. */
export async function openBridgeStage(): Promise<BridgeStage> {
  const keyOf = (domain: string) => `key-of-${domain}`;
  const api = await startReferenceServer({
    keys: DOMAINS.map((domain) => ({ domain, key: keyOf(domain) })),
    cases: CASES,
    threats: THREATS,
    users: 10,
    nhi: 0,
    drift: 0,
    // Dozens of runs share these keys.
    readLimit: 0,
    writeLimit: 0,
  });
  const slack = await startSlack({
    users: [{ id: ANNA, name: 'anna' }],
    channels: Object.entries(CHANNELS).map(([name, id]) => ({ name, id })),
    rates: false,
    // On a busy machine the first click waits for the function to start.
    answerTimeoutMs: 15_000,
  });
  const config = pointedAt(api.url, slack);
  const { folder, remove } = await synthesize(config);
  const stage = await readStage(folder, {
    secrets: {
      ...Object.fromEntries(
        Object.entries(config.domains).map(([domain, { apiKey }]) => [apiKey, keyOf(domain)]),
      ),
      ...(config.slack && {
        [config.slack.signingSecret]: slack.signingSecret,
        [config.slack.botToken]: slack.botToken,
      }),
    },
    outsideQueues: outsideQueuesOf(config),
  });
  return {
    ...stage,
    api,
    slack,
    openCase: await findOpenCase(api),
    async close() {
      await Promise.all([api.close(), slack.close(), remove()]);
    },
  };
}

const pointedAt = (baseUrl: string, slack: Slack): BridgeConfig => ({
  ...everything,
  domains: Object.fromEntries(
    Object.entries(everything.domains).map(([name, domain]) => [name, { ...domain, baseUrl }]),
  ),
  poll: { ...everything.poll, start: 'all' },
  ...(everything.slack && { slack: { ...everything.slack, apiUrl: slack.url, teamId: slack.teamId } }),
  destinations: {
    ...everything.destinations,
    ops: { type: 'slack', channel: CHANNELS.ops, token: everything.slack?.botToken ?? '' },
  },
  ops: { to: 'ops' },
  // As short as it can be and still be there.
  ...(everything.verdicts && { verdicts: { ...everything.verdicts, undoSeconds: 1 } }),
});

async function findOpenCase(api: ReferenceServer): Promise<Case> {
  const { items } = await api.client({ apiKey: api.key }).cases.page();
  const found = items.find(({ events = [] }) => (events ?? []).length > 0);
  if (!found) throw new Error('the reference server has no case with events');
  return { ...found, closed_at: null };
}

const outsideQueuesOf = ({ destinations }: BridgeConfig): string[] =>
  Object.values(destinations).flatMap((destination) =>
    destination.type === 'sqs' ? (readQueueUrl(destination.queueUrl)?.arn ?? []) : [],
  );
