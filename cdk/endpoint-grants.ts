import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { readBusArn } from '../lib/config/bus-arn.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { readQueueUrl } from '../lib/config/queue-url.ts';
import type { Grant } from './bridge-function.ts';

/** What the webhook notifier needs on the user's own queues, keys and buses: each by its ARN. */
export function endpointGrants(scope: Construct, { destinations }: BridgeConfig): readonly Grant[] {
  const all = Object.values(destinations);
  const queues = all.flatMap((one) =>
    one.type === 'sqs' ? [{ ...one, at: readQueueUrl(one.queueUrl) }] : [],
  );
  const buses = all.flatMap((one) => (one.type === 'eventbridge' ? [one.bus] : []));
  const keys = queues.flatMap(({ key, at }) => (key && at ? [{ key, region: at.region }] : []));
  return [
    { actions: ['sqs:SendMessage'], resources: queues.flatMap(({ at }) => at?.arn ?? []) },
    ...regionsOf(keys).map((region) => ({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: keys.filter((one) => one.region === region).map(({ key }) => key),
      conditions: { StringEquals: { 'kms:ViaService': `sqs.${region}.${Stack.of(scope).urlSuffix}` } },
    })),
    { actions: ['events:PutEvents'], resources: buses },
    // A deleted bus accepts everything and drops it. For one in another account, only its owner can check that.
    { actions: ['events:DescribeEventBus'], resources: buses.filter((bus) => mayBeOurs(scope, bus)) },
  ]
    .map((grant) => ({ ...grant, resources: [...new Set(grant.resources)].toSorted() }))
    .filter(({ resources }) => resources.length > 0);
}

const regionsOf = (keys: readonly { readonly region: string }[]): readonly string[] =>
  [...new Set(keys.map(({ region }) => region))].toSorted();

/** If the stack has no account yet, any account may be its own. */
function mayBeOurs(scope: Construct, bus: string): boolean {
  const { account } = Stack.of(scope);
  return !/^\d{12}$/.test(account) || readBusArn(bus)?.account === account;
}
