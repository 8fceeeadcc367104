import type { KeyStore } from '../bridge-keys.ts';
import { AwsError } from './aws-error.ts';
import type { CallAws } from './signed-aws.ts';
import { createSignedSecrets } from './signed-secrets.ts';

/** For the action function, which makes no keys. `parameterOf`: the SSM parameter of each. */
export function createSignedKeyStore(callAws: CallAws, parameterOf: (name: string) => string): KeyStore {
  const read = createSignedSecrets(callAws);
  return {
    async read(name) {
      try {
        return await read(parameterOf(name));
      } catch (error) {
        if (error instanceof AwsError && error.fault === 'ParameterNotFound') return null;
        throw error;
      }
    },
  };
}
