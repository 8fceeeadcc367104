import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FunctionProcess,
  type FunctionSettings,
  startFunctionProcess,
} from '../../../../local/cloud/function-process.ts';

const START_MS = Date.UTC(2026, 0, 1);
const HANDLER = `
import http from 'node:http';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const call = (url, service) =>
  new Promise((resolve, reject) => {
    const authorization = service && 'AWS4-HMAC-SHA256 Credential=key/20260101/local/' + service + '/aws4_request, Signature=0';
    const asked = http.request(url, { agent: false, headers: authorization ? { authorization } : {} });
    asked.on('error', reject);
    asked.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
    asked.end();
  });
export async function handler({ url, sleeps = 0, services = [], atOnce = [] }, context) {
  const startMs = Date.now();
  if (sleeps > 0) await sleep(sleeps);
  for (const service of services) await call(url, service);
  await Promise.all(atOnce.map((service) => call(url, service)));
  return { now: new Date().toISOString(), tookMs: Date.now() - startMs, leftMs: context.getRemainingTimeInMillis() };
}
`;

describe('a function in driven time', () => {
  const took: number[] = [];
  const time = {
    now: () => START_MS,
    latenciesMs: { dynamodb: 5, sqs: 10, outside: 200 },
    cpuMsOf: () => ({ run: 3, call: 1 }),
    onRun: (_: FunctionSettings, tookMs: number) => void took.push(tookMs),
  };
  let folder = '';
  let url = '';
  let running: FunctionProcess;
  const server = createServer((_, response) => setTimeout(() => response.end('{}'), 20));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'driven-time-'));
    const file = join(folder, 'index.mjs');
    await writeFile(file, HANDLER);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const named = { logicalId: 'Sleeper', name: 'sleeper', arn: 'arn:sleeper', exported: 'handler' };
    const settings = { ...named, bundleDir: folder, file, env: {}, timeoutMs: 120_000, memoryMb: 128 };
    running = startFunctionProcess(settings, () => {}, time);
  });
  afterAll(async () => {
    await running.kill();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('sleeps without waiting, by the clock that it is given', async () => {
    const before = performance.now();
    const outcome = await running.invoke({ url, sleeps: 90_000 });
    expect(outcome).toMatchObject({ ok: true, value: { now: '2026-01-01T00:01:30.003Z', tookMs: 90_000 } });
    expect(took.at(-1)).toBe(90_003);
    expect(performance.now() - before).toBeLessThan(60_000);
  });

  it('waits for each service as long as is stated, however long it takes here', async () => {
    await running.invoke({ url, services: ['dynamodb', 'sqs', ''] });
    expect(took.at(-1)).toBe(3 + 3 * 1 + 5 + 10 + 200);
  });

  it('waits once for what it asks at the same time', async () => {
    await running.invoke({ url, atOnce: ['dynamodb', '', ''] });
    expect(took.at(-1)).toBe(3 + 3 * 1 + 200);
  });

  it('runs out of time by its own clock', async () => {
    const outcome = await running.invoke({ url, sleeps: 130_000 });
    expect(outcome).toMatchObject({ ok: false, errorType: 'Sandbox.Timedout' });
  });
});
