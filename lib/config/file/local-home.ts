import { join } from 'node:path';
import * as z from 'zod/mini';

/** How the operator's command finds the bridge that `npm start` runs. The key itself is in the AWS profile. */
export const LocalHome = z.object({
  pid: z.number(),
  /** The name of the bridge, and so of its stack. */
  name: z.string(),
  startedAt: z.string(),
  /** The AWS profile, and the file that contains it. */
  profile: z.string(),
  configFile: z.string(),
  console: z.string(),
  /** The file with its configuration. */
  config: z.optional(z.string()),
});
export type LocalHome = z.infer<typeof LocalHome>;

/** One file for each running bridge, in a folder that only this user can read. */
export const homesFolder = (temporary: string, user: number | undefined): string =>
  join(temporary, `posture-bridge-homes-${user ?? 'user'}`);
