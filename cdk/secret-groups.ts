/** A role takes 10,240 characters of policies of its own, which are for other things too. */
const INLINE_CHARACTERS = 3_000;
/** IAM takes 6,144 in a policy beside the role, of which a few are not about secrets. */
const MANAGED_CHARACTERS = 5_900;
/** What the ARN of a secret has besides its name, in JSON, in the region with the longest name. The longer of both. */
const ARN_CHARACTERS =
  'arn:aws-us-gov:secretsmanager:ap-southeast-10:123456789012:secret:-??????'.length + '"",'.length;

export interface SecretGroups {
  /** Few enough for the policy that the role has anyway. */
  readonly inline: readonly string[];
  /** The others: a policy for each. */
  readonly managed: readonly (readonly string[])[];
}

/** Which parameters go into one policy, by the length of their names. */
export function groupSecrets(parameterNames: readonly string[]): SecretGroups {
  if (charactersOf(parameterNames) <= INLINE_CHARACTERS) return { inline: parameterNames, managed: [] };
  const managed: string[][] = [];
  for (const name of parameterNames) {
    const last = managed.at(-1);
    if (last && charactersOf([...last, name]) <= MANAGED_CHARACTERS) last.push(name);
    else managed.push([name]);
  }
  return { inline: [], managed };
}

const charactersOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + name.length + ARN_CHARACTERS, 0);
