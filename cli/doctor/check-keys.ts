import { DescribeParametersCommand } from '@aws-sdk/client-ssm';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { secretsIn } from '../secrets/secrets-in.ts';
import { type Check, type Finding, unknown, well, wrong } from './check.ts';

const ABOUT = 'keys of secrets';
/** AWS's own key, which admits everybody who may read the parameter. */
const OF_AWS = 'alias/aws/ssm';
/** SSM accepts this many names at once. */
const AT_ONCE = 50;

/** Compares what encrypts each parameter with the keys that the functions may use. */
export function judgeKeys(
  keys: ReadonlyMap<string, string> | null,
  { usable, creates }: { readonly usable: readonly string[]; readonly creates: boolean },
): Finding[] {
  if (keys === null)
    return [unknown(ABOUT, 'AWS did not say what encrypts the parameters (ssm:DescribeParameters)')];
  const isUsable = (key: string) =>
    key === OF_AWS || usable.some((arn) => arn === key || arn.endsWith(`:key/${key}`));
  const others = [...keys].filter(([, key]) => !isUsable(key));
  if (keys.size > 0 && others.length === 0)
    return [well(ABOUT, 'the functions may use the keys that encrypt them')];
  return others.map(([name, key]) =>
    key.startsWith('alias/') && (usable.length > 0 || creates)
      ? unknown(
          ABOUT,
          `${name} is encrypted with ${key}, and the functions may use the key of encryption.key only: is it that one?`,
        )
      : wrong(
          ABOUT,
          `${name} is encrypted with ${key}, which no function may use: set it again without --kms-key, or make that key the bridge's own (encryption.key in the configuration)`,
        ),
  );
}

async function readKeys(
  { ssm }: Pick<OpenBridge, 'ssm'>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const Values = names.slice(at, at + AT_ONCE);
    let NextToken: string | undefined;
    do {
      const answer = await ssm.send(
        new DescribeParametersCommand({
          ParameterFilters: [{ Key: 'Name', Option: 'Equals', Values }],
          MaxResults: AT_ONCE,
          NextToken,
        }),
      );
      for (const { Name, KeyId } of answer.Parameters ?? [])
        if (Name !== undefined && KeyId !== undefined) keys.set(Name, KeyId);
      NextToken = answer.NextToken;
    } while (NextToken !== undefined);
  }
  return keys;
}

/** Whether the functions may use what encrypts the secrets: only AWS's key, and the bridge's own. */
export const checkKeys: Check = {
  about: ABOUT,
  when: 'before',
  async look({ config, bridge }) {
    const names = secretsIn(config).flatMap(({ where }) => (where.in === 'ssm' ? [where.name] : []));
    if (names.length === 0) return [];
    const own = config.encryption?.key;
    const [keys, deployed] = await Promise.all([
      readKeys(bridge, names).catch(() => null),
      // Before the first deployment there is no stack.
      bridge.outputs().then(
        ({ EncryptionKeyArn }) => EncryptionKeyArn,
        () => undefined,
      ),
    ]);
    const usable = [own, deployed].filter((key) => key !== undefined && key !== 'create') as string[];
    return judgeKeys(keys, { usable, creates: own === 'create' });
  },
};
