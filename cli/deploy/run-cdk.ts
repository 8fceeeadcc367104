import { cdkArguments, doctorArguments } from './cdk-arguments.ts';

/** Deploys even though the doctor found a problem. */
export const ANYWAY = '--anyway';

export interface CdkParts {
  /** Runs `posture-bridge doctor` with these; resolves to its exit code. */
  readonly doctor: (args: readonly string[]) => Promise<number>;
  /** Runs CDK's own command line with these; resolves to its exit code. */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  readonly say: (...lines: string[]) => void;
}

/** Passes a command on to CDK. Does not begin a deployment in which the doctor finds a problem. Throws a UsageError. */
export async function runCdk(asked: readonly string[], { doctor, cdk, say }: CdkParts): Promise<number> {
  const given = asked.filter((one) => one !== ANYWAY);
  const args = cdkArguments(given);
  if (given[0] === 'deploy' && !asked.includes(ANYWAY)) {
    const status = await doctor(['--before', ...doctorArguments(given)]);
    if (status !== 0) {
      say('', `Nothing was deployed. Mend it, or deploy all the same with ${ANYWAY}.`);
      return status;
    }
  }
  return cdk(args);
}
