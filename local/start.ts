/** `npm start`: the reference server of the API on this machine, and our client reading from it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { onStop } from './on-stop.ts';
import { startPostureApi } from './posture-api/server.ts';

const key = `local-${randomBytes(12).toString('hex')}`;
const server = await startPostureApi({
  port: 0,
  cases: 40,
  threats: 1_200,
  keys: [{ domain: 'acme', key }],
  control: true,
  arriveEverySeconds: 5,
});

console.log(`Security Posture API (reference server)  ${server.url}`);
console.log(`  its documentation                      ${new URL('/docs', server.url)}`);
console.log(`  its key for X-API-Key                  ${key}`);
console.log('\nWhat the client of the bridge reads from it:');

const reader = spawn(process.execPath, ['--import', 'tsx', 'cli/peek.ts', '--watch'], {
  stdio: 'inherit',
  env: { ...process.env, POSTURE_BASE_URL: server.url, POSTURE_API_KEY: key },
});
reader.on('exit', async (code) => {
  await server.close();
  process.exitCode = code ?? 0;
});
onStop(() => reader.kill());
