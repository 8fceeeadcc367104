import { rm, writeFile } from 'node:fs/promises';
import type { LocalCloud } from '../cloud/local-cloud.ts';

export const PROFILE = 'posture-bridge-local';

/**
 * Writes the operator's key where every AWS program of this user, and no other user, can read it: as a profile with its
 * region and its endpoint. So it is never an argument, which everybody on this machine could see.
 */
export async function writeProfile(
  file: string,
  { endpoints }: Pick<LocalCloud, 'endpoints'>,
): Promise<void> {
  const { aws, region, operator } = endpoints;
  // An existing file may be readable by others, and would stay so.
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
