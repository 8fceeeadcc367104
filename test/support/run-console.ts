import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LocalCloud } from '../../local/cloud/local-cloud.ts';

const COMMAND = fileURLToPath(new URL('../../cli/bridge.mjs', import.meta.url));

export interface ConsoleProcess {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** `posture-bridge console` as an operator runs it: with the SDK's own variables, the name of the stack, and nothing else. */
export async function runConsole(
  { endpoints, name }: Pick<LocalCloud, 'endpoints' | 'name'>,
  config: string,
  ...flags: string[]
): Promise<ConsoleProcess> {
  const env = {
    PATH: process.env.PATH,
    AWS_REGION: endpoints.region,
    AWS_ENDPOINT_URL: endpoints.aws,
    AWS_ACCESS_KEY_ID: endpoints.operator.accessKeyId,
    AWS_SECRET_ACCESS_KEY: endpoints.operator.secretAccessKey,
  };
  return runCommand(['--name', name, '--config', config, ...flags], env);
}

/** `posture-bridge console` with these flags and nothing in its environment but this. */
export async function runCommand(
  flags: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ConsoleProcess> {
  const args = [COMMAND, 'console', '--json', ...flags];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(`the console ended: ${said.join('\n')}`))),
  ])) as [string];
  return {
    url: (JSON.parse(line) as { url: string }).url,
    child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
