import * as z from 'zod/mini';
import { shaped } from './schema/setting-fields.ts';
import { strict, textThat } from './schema/strict.ts';

const KEY_ARN = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]{1,64}$/;

const A_KEY =
  'the ARN of a KMS key, like arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab; an alias is not enough';

export const keyArnProblem = (text: string): string | null =>
  KEY_ARN.test(text) ? null : `must be ${A_KEY}`;

/** Encrypts stored data with your own key instead of AWS's. */
export const Encryption = strict({
  /** `create` for a key that the stack creates, or the ARN of an existing one in the same region. */
  key: textThat((text) => (text === 'create' || KEY_ARN.test(text) ? null : `must be 'create', or ${A_KEY}`)),
});

const listed = (schema: z.ZodMiniType<string, string>, most: number, what: string) =>
  z
    .array(schema)
    .check(
      z.refine(
        (list) => list.length >= 1 && list.length <= most && new Set(list).size === list.length,
        `must be 1 to ${most} different ${what}`,
      ),
    );

/** Runs the functions in your VPC, so that their requests come from an address that you choose. */
export const Network = strict({
  /** Private subnets with a way out through a NAT gateway. */
  subnets: listed(
    shaped(/^subnet-[0-9a-f]{8,17}$/, 'must be the id of a subnet, like subnet-0123abcd'),
    16,
    'subnets',
  ),
  securityGroups: listed(
    shaped(/^sg-[0-9a-f]{8,17}$/, 'must be the id of a security group, like sg-0123abcd'),
    5,
    'security groups',
  ),
});
