import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readStoredKey } from '../../../lib/base/bridge-keys.ts';
import { type KeyName, keyParameter } from '../../../lib/base/key-names.ts';
import type { LocalCloud } from '../../../local/cloud/local-cloud.ts';

/** What SSM holds of a key of the bridge, as an operator with every right could copy it. */
export async function readParameter({ endpoints, name: bridge }: LocalCloud, name: KeyName): Promise<string> {
  const { aws: endpoint, region, operator: credentials } = endpoints;
  const client = new SSMClient({ endpoint, region, credentials });
  const Name = keyParameter(bridge, name);
  const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
  client.destroy();
  return Parameter?.Value ?? '';
}

export const readKey = async (cloud: LocalCloud, name: KeyName): Promise<Buffer> =>
  Buffer.from(readStoredKey(name, await readParameter(cloud, name)).versions[0]?.secret ?? '', 'base64');
