import { readBusArn } from './bus-arn.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { readQueueUrl } from './queue-url.ts';

/** What the owner of a queue, a key or a bus has to add to its policy, so that the bridge may send there. */
export interface EndpointPolicy {
  readonly destination: string;
  readonly of: 'queue' | 'key' | 'bus';
  readonly arn: string;
  readonly account: string;
  readonly statement: Readonly<Record<string, unknown>>;
}

/** Equal for every account; in the bridge's own account its role is enough, and no policy is needed. */
export function endpointPolicies(
  { destinations }: Pick<BridgeConfig, 'destinations'>,
  roleArn: string,
): readonly EndpointPolicy[] {
  const allow = (sid: string, action: string | readonly string[], more: object) => ({
    Sid: sid,
    Effect: 'Allow',
    Principal: { AWS: roleArn },
    Action: action,
    ...more,
  });
  return Object.entries(destinations).flatMap(([destination, one]): EndpointPolicy[] => {
    if (one.type === 'eventbridge') {
      const statement = allow('PostureBridgePutsEvents', 'events:PutEvents', { Resource: one.bus });
      const account = readBusArn(one.bus)?.account ?? '';
      return [{ destination, of: 'bus', arn: one.bus, account, statement }];
    }
    const queue = one.type === 'sqs' ? readQueueUrl(one.queueUrl) : null;
    if (one.type !== 'sqs' || !queue) return [];
    const { arn, account, region } = queue;
    const suffix = arn.startsWith('arn:aws-cn:') ? 'amazonaws.com.cn' : 'amazonaws.com';
    const throughSqs = { StringEquals: { 'kms:ViaService': `sqs.${region}.${suffix}` } };
    const useKey = allow('PostureBridgeUsesTheKey', ['kms:GenerateDataKey', 'kms:Decrypt'], {
      // In a key policy, `*` is the key itself.
      Resource: '*',
      Condition: throughSqs,
    });
    const send = allow('PostureBridgeSends', 'sqs:SendMessage', { Resource: arn });
    return [
      { destination, of: 'queue', arn, account, statement: send },
      ...(one.key
        ? [{ destination, of: 'key' as const, arn: one.key, account: accountOf(one.key), statement: useKey }]
        : []),
    ];
  });
}

export const accountOf = (arn: string): string => arn.split(':')[4] ?? '';
