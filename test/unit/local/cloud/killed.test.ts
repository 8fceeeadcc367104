import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { isAlive, lambda, role, until, writeAssembly } from './harness.ts';

const runner = `
import { startLocalCloud } from './local/cloud/local-cloud.ts';
const cloud = await startLocalCloud({ assemblyDir: process.argv[1] });
await cloud.invoke('Idle', {});
void cloud.invoke('Idle', { spin: true });
setTimeout(() => cloud.invoke('Idle', {}).then(say), 100);
const say = () => console.log(JSON.stringify(cloud.functions[0].pids));
`;

it('leaves no function behind when it is killed, not even one in an endless loop', async () => {
  const dir = await writeAssembly({
    resources: { Role: role(), Idle: lambda('idle', { Timeout: 60 }) },
    bundles: {
      idle: 'setInterval(() => {}, 1_000); export const handler = async ({ spin }) => { while (spin); };',
    },
  });
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', runner, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const pids = JSON.parse(line) as number[];
  expect(pids.filter(isAlive)).toHaveLength(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await until('the function is gone', () => !pids.some(isAlive));
});
