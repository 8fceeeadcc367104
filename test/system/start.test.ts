import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

it('npm start shows a case that arrives, and leaves nothing behind when npm is told to stop', async () => {
  const npm = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  try {
    const lines: string[] = [];
    for await (const line of createInterface(npm.stdout)) {
      lines.push(line);
      if (lines.some((text) => text.startsWith('Waiting for new cases')) && /^ {2}\d{4}-/.test(line)) break;
    }
    const text = lines.join('\n');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/api\/v1\/external/.exec(text) ?? [];
    const [, key = ''] = /X-API-Key\s+(\S+)/.exec(text) ?? [];
    expect((await fetch(`${url}/cases`, { headers: { 'X-API-Key': key } })).status).toBe(200);

    npm.kill('SIGTERM');
    await once(npm, 'exit');
    await expect.poll(() => answers(url), { timeout: 10_000 }).toBe(false);
  } finally {
    endGroup(npm);
  }
}, 60_000);

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Also what it started, should the test have failed. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it, as it should be.
  }
}
