import { GetParameterCommand, PutParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';
import type { KeyStore } from './bridge-keys.ts';

/** Reads a secret by its parameter name. */
export type ReadSecret = (name: string) => Promise<string>;

/** Reads the current secrets from SSM. A function that caches one asks again when it is refused. */
export const createSsmSecrets =
  (client: Pick<SSMClient, 'send'>): ReadSecret =>
  (name) =>
    readParameter(client, name);

async function readParameter(client: Pick<SSMClient, 'send'>, name: string): Promise<string> {
  const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
  if (!Parameter?.Value) throw new Error(`the parameter ${name} is empty: put the secret into it`);
  return Parameter.Value;
}

/** The keys of the bridge as SecureStrings of SSM. `parameterOf`: under which name. */
export const createSsmKeyStore = (
  client: Pick<SSMClient, 'send'>,
  parameterOf: (name: string) => string,
): KeyStore => ({
  async read(name) {
    try {
      return await readParameter(client, parameterOf(name));
    } catch (error) {
      if (isNamed(error, 'ParameterNotFound')) return null;
      throw error;
    }
  },
  async create(name, Value) {
    const put = { Name: parameterOf(name), Value, Type: 'SecureString', Overwrite: false } as const;
    try {
      await client.send(new PutParameterCommand(put));
    } catch (error) {
      if (!isNamed(error, 'ParameterAlreadyExists')) throw error;
    }
  },
});

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
