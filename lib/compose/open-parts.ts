import { type BridgeKeys, createBridgeKeys } from '../base/bridge-keys.ts';
import { keyLifeMs } from '../base/key-names.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import { createSqsOutbox } from '../base/queues/sqs-outbox.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { createDynamoBudget } from '../dynamo/dynamo-budget.ts';
import {
  type AskedFor,
  type WhoIsForgotten,
  withoutForgotten,
} from '../outbox/forgotten/without-forgotten.ts';
import { createPostureClient, type PostureClient } from '../posture/client.ts';
import type { HttpPorts, Ports } from './ports.ts';

type OutboxPorts = Pick<Ports, 'sqs' | 'clock' | 'random' | 'abortAfter'>;

export const openOutbox = ({ sqs, clock, random, abortAfter }: OutboxPorts): Outbox =>
  createSqsOutbox({ client: sqs, clock, random, timeoutMs: 5_000, abortAfter });

export const openKeys = (
  config: BridgeConfig,
  { keys, clock, randomBytes }: Pick<Ports, 'keys' | 'clock'> & Partial<Pick<Ports, 'randomBytes'>>,
): BridgeKeys =>
  createBridgeKeys({ store: keys, lifeMsOf: (name) => keyLifeMs(config, name), clock, randomBytes });

/** The API of a domain, without those who were forgotten, within the budget that all functions share; null for a domain that is not configured. */
export async function openPosture(
  config: BridgeConfig,
  ports: HttpPorts,
  domain: string,
  whoIsForgotten: WhoIsForgotten,
  askedFor: AskedFor = 'cases',
): Promise<PostureClient | null> {
  const settings = config.domains[domain];
  if (!settings) return null;
  const { table, transport, clock, random, newId, readSecret, log } = ports;
  const onProblem = (problem: unknown) => log('budget unavailable', { domain, problem: String(problem) });
  const client = createPostureClient({
    baseUrl: settings.baseUrl,
    apiKey: await readSecret(settings.apiKey),
    auth: settings.auth,
    parameterNames: settings.parameterNames ?? {},
    budget: createDynamoBudget({ ...table, key: domain, onProblem }),
    transport,
    clock,
    random,
    newId,
  });
  return withoutForgotten(client, whoIsForgotten, askedFor);
}
