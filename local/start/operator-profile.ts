import { rm, writeFile } from 'node:fs/promises';
import type { LocalCloud } from '../cloud/local-cloud.ts';

export const PROFILE = 'posture-bridge-local';

/**
 * Writes the key of the operator where every program that speaks to AWS can read it, and no other user: as a profile
 * with its region and its address. So it is never an argument, which everybody on this machine could see.
 */
export async function writeProfile(
  file: string,
  { endpoints }: Pick<LocalCloud, 'endpoints'>,
): Promise<void> {
  const { aws, region, operator } = endpoints;
  // A file from before may be open to others, and would stay so.
  await rm(file, { force: true });
  await writeFile(
    file,
    [
      `[profile ${PROFILE}]`,
      `region = ${region}`,
      `endpoint_url = ${aws}`,
      `aws_access_key_id = ${operator.accessKeyId}`,
      `aws_secret_access_key = ${operator.secretAccessKey}`,
      '',
    ].join('\n'),
    { mode: 0o600, flag: 'wx' },
  );
}
