import { SettingError } from './setting-error.ts';

export const DEFAULT_NAME = 'posture-bridge';

/** Leaves room for what AWS appends to it: `checkNameOfFifo` in queue-with-dead-letters.ts. */
const LONGEST = 26;
/** What is valid both as the name of a stack and of a dashboard. */
const NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
/** The keys of a bridge are parameters below its name, and these are AWS's own. */
const OF_AWS = /^(?:aws|ssm)/i;

/** Checks the name of a bridge, which is also the name of its stack. Throws a SettingError if AWS would refuse it. */
export function checkBridgeName(name: string): string {
  if (NAME.test(name) && !OF_AWS.test(name) && name.length <= LONGEST) return name;
  throw new SettingError(
    `A bridge cannot be named ${JSON.stringify(name)}: a name has letters, digits and hyphens, begins with a letter ` +
      `but not with aws or ssm, and is at most ${LONGEST} characters long, like "staging".`,
  );
}
