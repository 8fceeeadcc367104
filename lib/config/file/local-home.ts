import { join } from 'node:path';
import * as z from 'zod/mini';

/** How the bridge that `npm start` runs is found by the operator's command. The key itself is in the AWS profile. */
export const LocalHome = z.object({
  pid: z.number(),
  /** Of the bridge, and so of its stack. */
  name: z.string(),
  startedAt: z.string(),
  /** The AWS profile, and the file that it is in. */
  profile: z.string(),
  configFile: z.string(),
  console: z.string(),
  /** The file with its configuration. */
  config: z.optional(z.string()),
});
export type LocalHome = z.infer<typeof LocalHome>;

/** A file for each bridge that runs, in a folder that only this user can look into. */
export const homesFolder = (temporary: string, user: number | undefined): string =>
  join(temporary, `posture-bridge-homes-${user ?? 'user'}`);
