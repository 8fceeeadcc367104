import '../aws/quiet-sdk.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import { readQueueUrl } from '../../../lib/config/queue-url.ts';
import { everything, synthesize } from '../../stack/synthesized.ts';
import { type ReferenceServer, startReferenceServer } from '../posture-api.ts';
import { readStage, type Stage } from './stage.ts';

export const DOMAINS = Object.keys(everything.domains);
/** For each domain. Few, because all of it is read again in every run. */
export const CASES = 3;
export const THREATS = 4;

export interface BridgeStage extends Stage {
  readonly api: ReferenceServer;
  close(): Promise<void>;
}

/** The bridge with everything that a configuration can have, in front of a reference server of its own. */
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
  const config = pointedAt(api.url);
  const { folder, remove } = await synthesize(config);
  const stage = await readStage(folder, {
    secrets: Object.fromEntries(
      Object.entries(config.domains).map(([domain, { apiKey }]) => [apiKey, keyOf(domain)]),
    ),
    outsideQueues: outsideQueuesOf(config),
  });
  return {
    ...stage,
    api,
    async close() {
      await Promise.all([api.close(), remove()]);
    },
  };
}

const pointedAt = (baseUrl: string): BridgeConfig => ({
  ...everything,
  domains: Object.fromEntries(
    Object.entries(everything.domains).map(([name, domain]) => [name, { ...domain, baseUrl }]),
  ),
  poll: { ...everything.poll, start: 'all' },
});

const outsideQueuesOf = ({ destinations }: BridgeConfig): string[] =>
  Object.values(destinations).flatMap((destination) =>
    destination.type === 'sqs' ? (readQueueUrl(destination.queueUrl)?.arn ?? []) : [],
  );
