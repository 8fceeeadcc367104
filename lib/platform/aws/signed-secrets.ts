import type { ReadSecret } from '../secrets.ts';
import { AwsError } from './aws-error.ts';
import type { AwsOperation, CallAws } from './signed-aws.ts';

const GET_PARAMETER: AwsOperation = {
  service: 'ssm',
  name: 'GetParameter',
  target: 'AmazonSSM',
  contentType: 'application/x-amz-json-1.1',
};

/** `createSsmSecrets` without the SDK. */
export const createSignedSecrets =
  (callAws: CallAws): ReadSecret =>
  async (name) => {
    const { Parameter } = await callAws(GET_PARAMETER, { Name: name, WithDecryption: true });
    const { Value } = (Parameter ?? {}) as { Value?: unknown };
    if (typeof Value === 'string' && Value) return Value;
    throw new AwsError('rejected', `the parameter ${name} is empty: put the secret into it`);
  };
