import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BridgeWorld } from './bridge-world.ts';

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the operator's command with nothing but the AWS SDK's own variables, or those that are given instead. */
export async function runOperator(
  { cloud: { endpoints } }: Pick<BridgeWorld, 'cloud'>,
  bundle: string,
  args: readonly string[],
  instead?: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    ...(instead ?? {
      AWS_REGION: endpoints.region,
      AWS_ENDPOINT_URL: endpoints.aws,
      AWS_ACCESS_KEY_ID: endpoints.operator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: endpoints.operator.secretAccessKey,
    }),
  };
  return promisify(execFile)('node', [bundle, ...args], { env }).then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: Number(code), stdout: String(stdout), stderr: String(stderr) }),
  );
}
