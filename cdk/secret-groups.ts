/** A role's inline policies may have 10,240 characters, and other rights need some of them. */
const INLINE_CHARACTERS = 3_000;
/** IAM allows 6,144 in a managed policy, of which a few are not about secrets. */
const MANAGED_CHARACTERS = 5_900;
/** What a secret's ARN has besides its name, in JSON, in the region with the longest name; the longer of both kinds. */
const ARN_CHARACTERS =
  'arn:aws-us-gov:secretsmanager:ap-southeast-10:123456789012:secret:-??????'.length + '"",'.length;

export interface SecretGroups {
  /** Few enough for the role's inline policy. */
  readonly inline: readonly string[];
  /** The others, one policy for each group. */
  readonly managed: readonly (readonly string[])[];
}

/** Groups parameters into policies by the length of their names. */
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
