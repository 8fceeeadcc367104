import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor, watchProgress } from '../support/wait-for.ts';

const COPIED = [
  'bridge.config.ts',
  'cdk',
  'cdk.json',
  'cli',
  'console',
  'functions',
  'lib',
  'local',
  'package.json',
];
const SOURCE = 'lib/chats/document/case-buttons.ts';

interface Addresses {
  readonly postureApi: { readonly controlUrl: string };
  readonly slack: { readonly controlUrl: string; readonly channels: Readonly<Record<string, string>> };
}

/** A clone whose sources can be changed without a trace. */
function copyClone(): string {
  const root = mkdtempSync(join(tmpdir(), 'watch-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of COPIED) cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  return root;
}

async function start(root: string) {
  const args = ['local/start/launch.mjs', '--watch', '--json'];
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, TMPDIR: root } });
  const told = { err: '' };
  child.stderr.on('data', (chunk) => {
    told.err += chunk;
  });
  onTestFinished(watchProgress(() => told));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  });
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`it ended: ${told.err}`)));
  ended.catch(() => {});
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  return { told, addresses: JSON.parse(line) as Addresses };
}

it('npm start -- --watch reloads a function when its sources change, and keeps everything that has happened', async () => {
  const root = copyClone();
  const { told, addresses } = await start(root);
  const { postureApi, slack } = addresses;
  const shown = async (): Promise<string[]> => {
    const answer = await fetch(`${slack.controlUrl}/channels/${slack.channels.soc}/messages`);
    const { messages } = (await answer.json()) as { messages: { shown: string[] }[] };
    return messages.map((message) => message.shown.join(''));
  };
  /** Opens a case, and resolves to what its message shows. */
  async function messageOfNew(): Promise<string> {
    const body = JSON.stringify({ event_count: 0 });
    const answer = await fetch(`${postureApi.controlUrl}/cases`, { method: 'POST', body });
    const { case_ids } = (await answer.json()) as { case_ids: string[] };
    return waitFor(async () => {
      const found = (await shown()).find((text) => text.includes(`case ${case_ids[0]}`));
      expect(found).toBeDefined();
      return found ?? '';
    });
  }
  const write = (text: string) => writeFileSync(join(root, SOURCE), text);
  const source = readFileSync(join(root, SOURCE), 'utf8');
  const before = await messageOfNew();
  expect(before).toContain("I'm on it");

  write(`${source}\nconst {`);
  await waitFor(() =>
    expect(told.err).toMatch(/run as they were: lib\/chats\/document\/case-buttons\.ts, line \d+: /),
  );
  write(source.replace(`"I'm on it"`, `"Mine now"`));
  await waitFor(() => expect(told.err).toMatch(/notify-slack was changed/));
  expect(told.err).not.toMatch(/archive was changed/);

  expect(await messageOfNew()).toContain('Mine now');
  expect(await shown()).toContain(before);
});
