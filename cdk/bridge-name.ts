import { SettingError } from './setting-error.ts';

export const DEFAULT_NAME = 'posture-bridge';

/** As many as leave room for the names that AWS makes of it. */
const LONGEST = 40;
/** What the names of a stack and of a dashboard have in common. */
const NAME = /^[A-Za-z][A-Za-z0-9-]*$/;

/** The name of a bridge, which is the name of its stack too. Throws a SettingError where AWS would refuse it. */
export function checkBridgeName(name: string): string {
  if (NAME.test(name) && name.length <= LONGEST) return name;
  throw new SettingError(
    `A bridge cannot be named ${JSON.stringify(name)}: a name has letters, digits and hyphens, begins with a letter, ` +
      `and is at most ${LONGEST} characters long, like "staging".`,
  );
}
