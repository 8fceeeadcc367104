import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFunctionProcess } from '../../../local/cloud/function-process.ts';
import { nameOf } from '../../soak/kills/lives.mjs';

function nameOfRequest(method: string, path: string, headers: Record<string, string> = {}): string {
  const request = http.request({ host: '127.0.0.1', port: 9, method, path, headers });
  onTestFinished(() => void request.on('error', () => {}).destroy());
  return nameOf(request);
}

describe('the name of a moment', () => {
  it('is the call, for AWS', () => {
    const headers = { 'x-amz-target': 'DynamoDB_20120810.UpdateItem' };
    expect(nameOfRequest('POST', '/', headers)).toBe('UpdateItem');
  });

  it('is the path without what changes from run to run', () => {
    expect(nameOfRequest('POST', '/api/chat.update?x=1')).toBe('POST /api/chat.update');
    expect(nameOfRequest('POST', '/hooks/actions/76da7cbfa0f4b2c0e1cca8e2')).toBe('POST /hooks/actions/*');
    expect(nameOfRequest('POST', '/hooks/actions/ff12b34e65b8b4cb3c7b47ae')).toBe('POST /hooks/actions/*');
    const caseId = '7f3e2a10-0c3d-4b8e-8f21-6d9a2c5e7b02';
    expect(nameOfRequest('POST', `/cases/${caseId}/verdict`)).toBe('POST /cases/*/verdict');
  });
});

/** It calls one after the other, and something late beside it. What is caught is told. */
const BUNDLE = `import http from "node:http";import{setTimeout as wait}from"node:timers/promises";
const born = (globalThis.born = (globalThis.born ?? 0) + 1);
const call = (what) => new Promise((done, failed) => {
  http.get(process.env.SERVER + "/" + born + "/" + what, (answer) => answer.resume().on("end", done)).on("error", failed);
});
let calls = 0;
const run = async () => {
  void wait(35).then(() => call("late"));
  void crypto.subtle.digest("SHA-256", new Uint8Array(2e6)).then(() => call("computed"));
  AbortSignal.timeout(1).addEventListener("abort", () => void call("aborted"));
  try {
    for (let left = 4; left > 0; left--) await call(++calls);
  } catch {
    await call("caught");
  }
  return calls;
};
export{run as handler};`;

describe('a life that ends in place', () => {
  it('says nothing any more, hears nothing, and leaves nothing to the next', async () => {
    const heard: string[] = [];
    const server = http.createServer(({ url = '' }, response) => {
      heard.push(url);
      response.end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'lives-'));
    const bundle = join(folder, 'index.mjs');
    writeFileSync(bundle, BUNDLE);
    const lives = new URL('../../soak/kills/lives.mjs', import.meta.url);
    const died: string[] = [];
    const host = startFunctionProcess(
      {
        ...{ logicalId: 'F', name: 'f', arn: 'arn', exported: 'handler', timeoutMs: 60_000, memoryMb: 256 },
        ...{ bundleDir: folder, file: fileURLToPath(lives) },
        env: {
          NODE_OPTIONS: `--import=${lives.href}`,
          DIES: JSON.stringify({ seed: 3, maxMoments: 6, kinds: [], isWhole: false }),
          BUNDLE: bundle,
          SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        },
      },
      (line) => died.push((JSON.parse(line) as { died: string }).died),
      {
        ...{ now: () => 0, latenciesMs: { outside: 10 }, onRun: () => {} },
        cpuMsOf: () => ({ run: 1, call: 1 }),
      },
    );
    onTestFinished(async () => {
      await host.kill();
      server.close();
      rmSync(folder, { recursive: true });
    });
    const outcomes = [];
    for (let time = 0; time < 60; time++) outcomes.push(await host.invoke({}));

    const ends = outcomes.filter(({ ok }) => !ok);
    expect(ends.length).toBeGreaterThan(10);
    expect(ends.every((one) => !one.ok && one.errorType === 'Runtime.ExitError')).toBe(true);
    expect(died).toHaveLength(ends.length);
    const born = heard.map((url) => Number(url.split('/')[1]));
    expect(born).toEqual(born.toSorted((a, b) => a - b));
    expect(new Set(born).size).toBeLessThanOrEqual(ends.length + 1);
    // Each life begins with its first call, and nobody hears the one before which it ends.
    for (const life of new Set(born)) {
      const numbered = heard.filter((url) => url.startsWith(`/${life}/`) && /\d$/.test(url));
      expect(numbered).toEqual(numbered.map((_, at) => `/${life}/${at + 1}`));
    }
    const beside = heard.flatMap((url) => /[a-z]+$/.exec(url)?.[0] ?? []);
    expect(new Set(beside)).toEqual(new Set(['late', 'computed']));
  });
});
