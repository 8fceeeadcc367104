import { AwsError } from '../../lib/base/aws/aws-error.ts';
import { type CallQuery, elementIn, outputsIn } from './query-api.ts';

/** A stack of CloudFormation, as far as a deployment needs to know it. */
export interface Stack {
  /** As CloudFormation spells it: `UPDATE_COMPLETE`. */
  readonly status: string;
  readonly isProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Null: there is no stack of this name. Throws an AwsError. */
export async function readStack(call: CallQuery, StackName: string): Promise<Stack | null> {
  try {
    const xml = await call('cloudformation', 'DescribeStacks', { StackName });
    return {
      status: elementIn(xml, 'StackStatus') ?? 'UNKNOWN',
      isProtected: elementIn(xml, 'EnableTerminationProtection') === 'true',
      outputs: outputsIn(xml),
    };
  } catch (error) {
    if (error instanceof AwsError && /ValidationError/.test(error.message)) return null;
    throw error;
  }
}

/** Whether the stack can be deleted. Throws an AwsError. */
export const protectStack = async (call: CallQuery, StackName: string, isProtected: boolean): Promise<void> =>
  void (await call('cloudformation', 'UpdateTerminationProtection', {
    StackName,
    EnableTerminationProtection: String(isProtected),
  }));
