import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';

/** Reads a secret by its parameter name. */
export type ReadSecret = (name: string) => Promise<string>;

/** Secrets from SSM. Each is read once per process; a failed read is not remembered. */
export function createSsmSecrets(client: Pick<SSMClient, 'send'>): ReadSecret {
  const known = new Map<string, Promise<string>>();
  return (name) => {
    const reading = known.get(name) ?? readParameter(client, name);
    known.set(name, reading);
    reading.catch(() => known.delete(name));
    return reading;
  };
}

async function readParameter(client: Pick<SSMClient, 'send'>, name: string): Promise<string> {
  const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
  if (!Parameter?.Value) throw new Error(`the parameter ${name} is empty: put the secret into it`);
  return Parameter.Value;
}
