import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { readStoredKey } from '../../../lib/base/bridge-keys.ts';
import { type KeyName, keyParameter } from '../../../lib/base/key-names.ts';
import type { LocalCloud } from '../../../local/cloud/local-cloud.ts';

/** A key of the bridge, as an operator with every right could read it. */
export async function readKey({ endpoints, name: bridge }: LocalCloud, name: KeyName): Promise<Buffer> {
  const { aws: endpoint, region, operator: credentials } = endpoints;
  const client = new SSMClient({ endpoint, region, credentials });
  const Name = keyParameter(bridge, name);
  const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
  client.destroy();
  return Buffer.from(readStoredKey(name, Parameter?.Value ?? '').versions[0]?.secret ?? '', 'base64');
}
