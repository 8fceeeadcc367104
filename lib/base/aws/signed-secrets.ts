import { pickSecret, readSecretName } from '../secret-name.ts';
import type { ReadSecret } from '../secrets.ts';
import { AwsError } from './aws-error.ts';
import type { AwsOperation, CallAws } from './signed-aws.ts';

const GET_PARAMETER: AwsOperation = {
  service: 'ssm',
  name: 'GetParameter',
  target: 'AmazonSSM',
  contentType: 'application/x-amz-json-1.1',
};

const GET_SECRET_VALUE: AwsOperation = {
  service: 'secretsmanager',
  name: 'GetSecretValue',
  target: 'secretsmanager',
  contentType: 'application/x-amz-json-1.1',
};

/** Reads secrets from where their names point, without the SDK. */
export const createSignedSecrets =
  (callAws: CallAws): ReadSecret =>
  async (text) => {
    const where = readSecretName(text);
    if (where.in === 'secretsmanager') return readFromSecretsManager(callAws, where);
    const { Parameter } = await callAws(GET_PARAMETER, { Name: where.name, WithDecryption: true });
    const { Value } = (Parameter ?? {}) as { Value?: unknown };
    if (typeof Value === 'string' && Value) return Value;
    throw new AwsError('rejected', `the parameter ${where.name} is empty: put the secret into it`);
  };

/** All functions read Secrets Manager this way: its SDK would be one more dependency for one call. */
export async function readFromSecretsManager(
  callAws: CallAws,
  where: { readonly name: string; readonly entry?: string },
): Promise<string> {
  const { SecretString } = await callAws(GET_SECRET_VALUE, { SecretId: where.name });
  return pickSecret(SecretString, where);
}
