import type { CallQuery } from './query-api.ts';

export interface Asked {
  readonly role: string;
  readonly action: string;
  readonly resources: readonly string[];
  /** The partitions of the rows that the call names, as DynamoDB tells IAM. */
  readonly rows?: readonly string[];
}

/** How many to ask for at once: IAM answers in pages of 100. */
const AT_ONCE = 50;

/**
 * The resources on which a role may not do this, according to IAM: including its boundary, and what the organization
 * forbids. Asks for all of them first, where IAM returns the strictest answer, and one by one only if that is no.
 */
export async function refusedTo(
  call: CallQuery,
  { role, action, resources, rows }: Asked,
): Promise<string[]> {
  const mayAll = async (some: readonly string[]): Promise<boolean> => {
    const xml = await call('iam', 'SimulatePrincipalPolicy', {
      PolicySourceArn: role,
      'ActionNames.member.1': action,
      ...numbered('ResourceArns', some),
      ...(rows && {
        'ContextEntries.member.1.ContextKeyName': 'dynamodb:LeadingKeys',
        'ContextEntries.member.1.ContextKeyType': 'stringList',
        ...numbered('ContextEntries.member.1.ContextKeyValues', rows),
      }),
    });
    const decisions = [...xml.matchAll(/<EvalDecision>([^<]*)<\/EvalDecision>/g)].map(([, one]) => one);
    return decisions.length > 0 && decisions.every((one) => one === 'allowed');
  };
  const refused: string[] = [];
  for (let at = 0; at < resources.length; at += AT_ONCE) {
    const some = resources.slice(at, at + AT_ONCE);
    if (await mayAll(some)) continue;
    for (const one of some) if (some.length === 1 || !(await mayAll([one]))) refused.push(one);
  }
  return refused;
}

const numbered = (list: string, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, index) => [`${list}.member.${index + 1}`, value]));
