import { readSecretName } from '../../lib/base/secret-name.ts';
import { secretReaders } from '../../lib/config/secret-readers.ts';
import { functionIds } from '../../lib/config/stack-outputs.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

const ABOUT = 'rights to secrets';

/** AWS's answer about a function: the secrets it may not read, or null if AWS did not say. */
export interface Reader {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly refused: readonly string[] | null;
}

export function judgeReaders(readers: readonly Reader[]): Finding[] {
  const silent = readers.filter(({ refused }) => refused === null).map(({ name }) => name);
  const kept = readers.filter(({ refused }) => refused !== null && refused.length > 0);
  const good = readers.filter(({ refused }) => refused?.length === 0);
  return [
    ...kept.map(({ name, refused }) =>
      wrong(
        ABOUT,
        `the function ${name} may not read ${(refused ?? []).join(', ')}: posture-bridge deploy gives it that right. If it stays so, a permissions boundary or a policy of your organization forbids it`,
      ),
    ),
    ...(silent.length > 0
      ? [
          unknown(
            ABOUT,
            `AWS did not say what ${silent.join(', ')} may read (lambda:GetFunctionConfiguration, iam:SimulatePrincipalPolicy)`,
          ),
        ]
      : []),
    ...(good.length > 0
      ? [well(ABOUT, `${good.map(({ name }) => name).join(', ')}: each may read all that it needs`)]
      : []),
  ];
}

/** The ARN of a secret, in the account and partition of a role. AWS appends a dash and six characters to some names. */
export function arnOf(text: string, role: string, region: string): string {
  const [, partition = 'aws', , , account = ''] = role.split(':');
  const where = readSecretName(text);
  const resource = where.in === 'ssm' ? `parameter${where.name}` : `secret:${where.name}-AbCdEf`;
  return `arn:${partition}:${where.in}:${region}:${account}:${resource}`;
}

const ACTIONS = { ssm: 'ssm:GetParameter', secretsmanager: 'secretsmanager:GetSecretValue' } as const;

async function refusedOf(
  bridge: OpenBridge,
  functionName: string,
  secrets: readonly string[],
): Promise<string[]> {
  const role = await bridge.roleOf(functionName);
  const refused: string[] = [];
  for (const [service, action] of Object.entries(ACTIONS)) {
    const named = new Map(
      secrets
        .filter((text) => readSecretName(text).in === service)
        .map((text) => [arnOf(text, role, bridge.region), text]),
    );
    if (named.size === 0) continue;
    const arns = await bridge.refusedTo({ role, action, resources: [...named.keys()] });
    refused.push(...arns.map((arn) => named.get(arn) ?? arn));
  }
  return refused;
}

/** Whether each function may read the secrets that it needs, according to IAM for its role. */
export const checkReaders: Check = {
  about: ABOUT,
  when: 'after',
  async look({ config, bridge }) {
    const wanted: Readonly<Record<string, readonly string[]>> = secretReaders(config);
    const deployed = [...functionIds(await bridge.outputs())].map(([functionName, name]) => ({
      functionName,
      name,
      secrets: [...new Set(wanted[name] ?? [])],
    }));
    const readers = deployed
      .filter(({ secrets }) => secrets.length > 0)
      .map(async ({ functionName, name, secrets }): Promise<Reader> => {
        const refused = await refusedOf(bridge, functionName, secrets).catch(() => null);
        return { name, secrets, refused };
      });
    return judgeReaders(await Promise.all(readers));
  },
};
