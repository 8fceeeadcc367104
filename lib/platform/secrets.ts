import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';

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
