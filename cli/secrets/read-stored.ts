import { GetParametersCommand } from '@aws-sdk/client-ssm';
import { toAwsError } from '../../lib/base/aws/aws-error.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { isoOf } from '../frame/time-words.ts';
import type { NamedSecret } from './secrets-in.ts';

/** What is known about a secret without showing any of it. */
export interface StoredSecret {
  readonly name: string;
  readonly for: string;
  readonly in: 'ssm' | 'secretsmanager';
  /** Null if it was not looked up: only the functions read Secrets Manager. */
  readonly isThere: boolean | null;
  readonly changedAt: string | null;
  /** What is wrong with it, in a sentence; null if nothing is. */
  readonly problem: string | null;
}

/** SSM accepts this many names at once. */
const AT_ONCE = 10;

/** Looks up each of them. With `checked`, reads and checks their values, which are never kept or shown. */
export async function readStored(
  { ssm }: Pick<OpenBridge, 'ssm'>,
  secrets: readonly NamedSecret[],
  checked: boolean,
): Promise<StoredSecret[]> {
  const inSsm = secrets.filter(({ where }) => where.in === 'ssm').map(({ name }) => name);
  const found = new Map<string, { problem: string | null; changedAt: string | null }>();
  for (let at = 0; at < inSsm.length; at += AT_ONCE) {
    const Names = inSsm.slice(at, at + AT_ONCE);
    const { Parameters = [] } = await ssm
      .send(new GetParametersCommand({ Names, WithDecryption: checked }))
      .catch((thrown: unknown) => {
        throw toAwsError('GetParameters', thrown);
      });
    for (const { Name = '', Type, Value = '', LastModifiedDate } of Parameters) {
      const problem = Type === 'SecureString' ? (checked ? problemOf(Value) : null) : PLAIN;
      found.set(Name, { problem, changedAt: isoOf(LastModifiedDate?.getTime()) });
    }
  }
  return secrets.map(({ name, for: use, where }) => {
    const about = { name, for: use, in: where.in };
    if (where.in !== 'ssm') return { ...about, isThere: null, changedAt: null, problem: null };
    const stored = found.get(name);
    return stored
      ? { ...about, isThere: true, ...stored }
      : {
          ...about,
          isThere: false,
          changedAt: null,
          problem: `it is missing: posture-bridge secrets set ${name}`,
        };
  });
}

const PLAIN = 'it is stored in the clear: delete it, and set it again, which makes it a SecureString';

/** Common mistakes when people paste a secret. The sentence contains nothing of it. */
export function problemOf(value: string): string | null {
  if (value.trim() === '') return 'it is empty';
  if (value !== value.trim()) return 'there are blanks or a line break around it: set it again';
  if (/^["'].*["']$/s.test(value)) return 'it stands in quotes: set it again without them';
  if (/[\r\n]/.test(value)) return 'it has several lines: set it again';
  return null;
}
