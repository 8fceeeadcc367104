import type { Stack } from '../aws/stack.ts';
import { cdkArguments, type Deployment, deploymentIn, flagsFor } from './cdk-arguments.ts';
import { lookAgain, nextSteps } from './next-steps.ts';
import { whatStays } from './what-stays.ts';

/** Deploys even though the doctor found a problem. */
export const ANYWAY = '--anyway';

/** The stack of a deployment, as its operator reaches it. */
export interface DeployedStack {
  /** Null: there is none. */
  read(): Promise<Stack | null>;
  protect(isProtected: boolean): Promise<void>;
}

export interface CdkParts {
  /** Runs `posture-bridge doctor` with these; resolves to its exit code. */
  readonly doctor: (args: readonly string[]) => Promise<number>;
  /** Runs CDK's own command line with these; resolves to its exit code. */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  readonly stackOf: (deployment: Deployment) => Promise<DeployedStack>;
  readonly say: (...lines: string[]) => void;
}

/** Passes a command on to CDK. Does not begin a deployment in which the doctor finds a problem. Throws a UsageError. */
export async function runCdk(asked: readonly string[], parts: CdkParts): Promise<number> {
  const given = asked.filter((one) => one !== ANYWAY);
  const args = cdkArguments(given);
  const deployment = deploymentIn(given);
  if (given[0] === 'destroy') return destroy(args, deployment, parts);
  if (given[0] !== 'deploy') return parts.cdk(args);
  if (!asked.includes(ANYWAY)) {
    const { name: _, ...account } = deployment;
    const status = await parts.doctor(['--before', ...flagsFor(account)]);
    if (status !== 0) {
      parts.say('', `Nothing was deployed. Mend it, or deploy anyway with ${ANYWAY}.`);
      return status;
    }
  }
  return deploy(args, deployment, parts);
}

/** States of a stack that never was complete: CDK deletes such a stack and creates it again. */
const NEVER_COMPLETE = /^(?:CREATE_FAILED|ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

/**
 * Protects a stack only once it is complete. CDK would protect it before, and a protected stack whose creation failed
 * cannot be deleted by the next try.
 */
async function deploy(args: readonly string[], deployment: Deployment, parts: CdkParts): Promise<number> {
  const stack = await parts.stackOf(deployment);
  const before = await stack.read();
  const isFirst = before === null || NEVER_COMPLETE.test(before.status);
  if (isFirst && before?.isProtected) await stack.protect(false);
  const status = await parts.cdk(isFirst ? [...args, '-c', 'protect=later'] : args);
  if (status !== 0) {
    if (isFirst)
      parts.say('', 'The first deployment failed. Mend what CloudFormation says above, and deploy again.');
    return status;
  }
  // CDK also ends well where it deployed nothing, as with --no-execute.
  const after = await stack.read();
  if (!after || NEVER_COMPLETE.test(after.status)) return status;
  if (!after.isProtected)
    await stack.protect(true).catch((error: unknown) => {
      parts.say(
        '',
        `The stack is there, and not protected against deletion (cloudformation:UpdateTerminationProtection): ${String(error)}`,
      );
    });
  const flags = flagsFor(deployment);
  parts.say('', ...(isFirst ? nextSteps(after, flags) : lookAgain(flags)));
  return status;
}

/** Deletes the stack, and says what AWS keeps of it. A stack that is still there stays protected. */
async function destroy(args: readonly string[], deployment: Deployment, parts: CdkParts): Promise<number> {
  const stack = await parts.stackOf(deployment);
  const before = await stack.read();
  if (!before) {
    parts.say('There is no such bridge in this account and region. Give --name, --region or --profile.');
    return 1;
  }
  if (before.isProtected) await stack.protect(false);
  let status = 1;
  try {
    status = await parts.cdk(args);
  } finally {
    const after = await stack.read();
    if (after && before.isProtected && !/^DELETE_/.test(after.status)) await stack.protect(true);
    if (!after) parts.say('', ...whatStays(before));
    else if (status === 0) parts.say('', 'The bridge is still there.');
  }
  return status;
}
