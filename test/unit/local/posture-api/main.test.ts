import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFlags } from '../../../../local/posture-api/flags.ts';
import { bundleForNode } from '../../../support/bundle-for-node.ts';
import { until } from '../../../support/wait-for.ts';

const MAIN = fileURLToPath(new URL('../../../../local/posture-api/main.ts', import.meta.url));

const listenTo = (child: ChildProcess) => {
  const told = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    told.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    told.err += chunk;
  });
  const lines = async (count: number): Promise<string[]> => {
    await until(`${count} lines are there`, () => told.out.split('\n').length > count);
    return told.out.trimEnd().split('\n');
  };
  return { child, told, lines, ended: once(child, 'close') };
};

describe('the command line', () => {
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundleForNode(MAIN);
  });
  const start = (flags: string, command = [bundle]) =>
    listenTo(spawn(process.execPath, [...command, ...flags.split(' ')]));

  it('prints one line, serves, and ends cleanly on SIGTERM', async () => {
    const asNpmDoes = ['--import', 'tsx', MAIN];
    const flags = '--port 0 --seed 7 --cases 20 --threats 50 --key a --key globex=b';
    const { child, lines, ended } = start(flags, asNpmDoes);
    const [line, ...more] = await lines(1);
    expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\/api\/v1\/external$/);
    expect(more).toEqual([]);
    const url = line?.replace('listening on ', '');
    for (const key of ['a', 'b']) {
      expect((await fetch(`${url}/cases`, { headers: { 'X-API-Key': key } })).status).toBe(200);
    }
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('invents a key when none is given, and ends cleanly on SIGINT', async () => {
    const { child, lines, ended } = start('--cases 10 --threats 10');
    const [line, second] = await lines(2);
    const key = /^key (\S+)$/.exec(second ?? '')?.[1] ?? '';
    const url = line?.replace('listening on ', '');
    expect((await fetch(`${url}/users`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it('prints nothing whatever goes wrong on the wire', async () => {
    const { child, told, lines, ended } = start('--cases 10 --threats 10 --key k --control');
    const [first, second] = await lines(2);
    const url = first?.replace('listening on ', '') ?? '';
    const control = `${second?.replace('control ', '')}/faults`;
    const headers = { 'X-API-Key': 'k' };
    for (const kind of ['cut', 'drop', 'drop-after', 'malformed']) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const fault = { path: '/cases', kind, times: 1 };
        expect((await fetch(control, { method: 'POST', body: JSON.stringify(fault) })).status).toBe(201);
        const asked = fetch(`${url}/cases`, { method, headers }).then((answer) => answer.text());
        if (kind === 'malformed') await asked;
        else if (method === 'HEAD' || kind !== 'cut') await expect(asked).rejects.toThrow();
        else await expect(asked).rejects.toThrow('terminated');
      }
    }
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(told.err).toBe('');
  });

  it('cuts an answer quietly also when another server of the framework was there first', async () => {
    const server = await bundleForNode(join(dirname(MAIN), 'server.ts'));
    const script = `
      import { getRequestListener } from '@hono/node-server';
      getRequestListener(() => new Response());
      const { startPostureApi } = await import(${JSON.stringify(pathToFileURL(server).href)});
      const api = await startPostureApi({ control: true, cases: 10, threats: 10 });
      const fault = JSON.stringify({ path: '/cases', kind: 'cut' });
      await fetch(api.controlUrl + '/faults', { method: 'POST', body: fault });
      const answer = await fetch(api.url + '/cases', { headers: { 'X-API-Key': api.keys[0].key } });
      console.log(await answer.text().catch((error) => error.message));
      await api.close();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const { told, ended } = listenTo(child);
    expect(await ended).toEqual([0, null]);
    expect(told).toEqual({ out: 'terminated\n', err: '' });
  });

  it('names a busy port in one sentence and exits with 1', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { told, ended } = start(`--port ${port}`);
    expect(await ended).toEqual([1, null]);
    expect(told).toEqual({ out: '', err: `Port ${port} on 127.0.0.1 is in use already.\n` });
    blocker.close();
  });

  it('names every bad flag and exits with 2', async () => {
    const { told, ended } = start('--cases lots --order random --host 0.0.0.0 --port');
    expect(await ended).toEqual([2, null]);
    const problems = told.err.trimEnd().split('\n');
    expect(problems).toEqual([
      '--cases is a whole number from 0 to 1000000, not "lots".',
      '--order is one of newest-first, oldest-first, by-id, shuffled, not "random".',
      '--host is not a flag of this server.',
      '"0.0.0.0" is not a flag.',
      '--port needs a value.',
    ]);
  });
});

describe('flags', () => {
  it('turn into options', () => {
    expect(
      readFlags(['--key', 'bare', '--key', 'globex=k=2', '--clock-offset-ms', '-500', '--control']),
    ).toEqual({
      kind: 'run',
      options: {
        control: true,
        clockOffsetMs: -500,
        keys: [
          { domain: 'acme', key: 'bare' },
          { domain: 'globex', key: 'k=2' },
        ],
      },
    });
    expect(readFlags(['--key', 'globex==k'])).toMatchObject({
      options: { keys: [{ domain: 'globex', key: '=k' }] },
    });
    expect(readFlags(['--port', 'x', '--help'])).toEqual({ kind: 'help' });
    expect(readFlags(['--key', 'a', '--key', 'globex=a'])).toMatchObject({ kind: 'bad' });
  });

  it.each(['acme=', 'c2VjcmV0==', '=secret', '=', ''])('refuse the key "%s" without repeating it', (text) => {
    const flags = readFlags(['--key', text, '--key', 'good']);
    if (flags.kind !== 'bad') throw new Error(`accepted: ${JSON.stringify(flags)}`);
    expect(flags.problems).toEqual([expect.stringMatching(/^--key .*\.$/)]);
    if (text.length > 1) expect(flags.problems.join()).not.toContain(text);
  });
});
