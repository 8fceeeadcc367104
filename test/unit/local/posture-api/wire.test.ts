import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PostureApi,
  type PostureApiOptions,
  startPostureApi,
} from '../../../../local/posture-api/server.ts';
import { until } from '../../../support/wait-for.ts';
import type { Loose } from './harness.ts';

let api: PostureApi;
const agent = new Agent({ keepAlive: true });
const headers = { 'X-API-Key': 'acme-key', 'content-type': 'application/json' };

beforeAll(async () => {
  api = await startPostureApi({
    control: true,
    keys: [{ domain: 'acme', key: 'acme-key' }],
    cases: 30,
    threats: 90,
  });
});
beforeEach(() => fetch(`${api.controlUrl}/faults`, { method: 'DELETE' }));
afterAll(() => api.close());

const plan = (fault: object) =>
  fetch(`${api.controlUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) });
const jsonOf = async (answer: Promise<Response>): Promise<Loose> => (await answer).json();
const read = (path: string) => fetch(`${api.url}${path}`, { headers });

/** What really came over the wire: the head, the bytes, and how it ended. */
const readRaw = (path: string) =>
  new Promise<{ status?: number; promised?: string | undefined; bytes: number; end: string }>((resolve) => {
    let bytes = 0;
    const sent = request(`${api.url}${path}`, { headers, agent }, (response) => {
      const told = { status: response.statusCode ?? 0, promised: response.headers['content-length'] };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ ...told, bytes, end: 'complete' }));
      response.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ ...told, bytes, end: error.code ?? '' }),
      );
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ bytes, end: error.code ?? '' }));
    sent.end();
  });

describe('faults on the wire', () => {
  it('status: answers what was asked for, as often as asked for', async () => {
    await plan({ path: '/cases', kind: 'status', status: 503, headers: { 'Retry-After': '7' }, times: 2 });
    const first = await read('/cases');
    expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '7']);
    expect(await first.json()).toHaveProperty('error');
    expect((await read('/threats')).status).toBe(200);
    expect((await read('/cases')).status).toBe(503);
    expect((await read('/cases')).status).toBe(200);
  });

  it('delay: answers late but well', async () => {
    await plan({ path: '/users', kind: 'delay', delay_ms: 80, times: 1 });
    const start = performance.now();
    expect((await read('/users')).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(70);
  });

  it('drop: ends the connection without an answer', async () => {
    await plan({ path: '/cases', kind: 'drop', times: 1 });
    expect(await readRaw('/cases')).toEqual({ bytes: 0, end: 'ECONNRESET' });
    expect((await readRaw('/cases')).status).toBe(200);
  });

  it('cut: promises a whole body and sends half of it', async () => {
    await plan({ path: '/cases', kind: 'cut', times: 1 });
    const { status, promised, bytes, end } = await readRaw('/cases');
    expect([status, end]).toEqual([200, 'ECONNRESET']);
    expect(bytes).toBe(Math.floor(Number(promised) / 2));
    expect(bytes).toBeGreaterThan(100);
  });

  it('malformed: sends 200 with text that is not JSON', async () => {
    await plan({ path: '/threats', kind: 'malformed', times: 1 });
    const response = await read('/threats');
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });

  it('drop-after: stores the verdict and says nothing; drop stores nothing', async () => {
    const { items } = await jsonOf(read('/cases?page_size=2'));
    const judge = (caseId: string) =>
      fetch(`${api.url}/cases/${caseId}/verdict`, { method: 'POST', headers, body: '{"outcome":"SAFE"}' });
    await plan({ path: '/cases/*/verdict', method: 'post', kind: 'drop', times: 1 });
    await expect(judge(items[0].case_id)).rejects.toThrow();
    await plan({ path: '/cases/*/verdict', method: 'POST', kind: 'drop-after', times: 1 });
    await expect(judge(items[1].case_id)).rejects.toThrow();
    const { verdicts } = await jsonOf(fetch(`${api.controlUrl}/verdicts`));
    expect(verdicts.map((entry: { case_id: string }) => entry.case_id)).toEqual([items[1].case_id]);
  });

  it('strike with a probability, are listed, and can be cleared one by one', async () => {
    await plan({ path: '/**', kind: 'status', status: 500, probability: 0.5 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 40; turn += 1) statuses.push((await read('/users')).status);
    const hits = statuses.filter((status) => status === 500).length;
    expect(hits).toBeGreaterThan(5);
    expect(hits).toBeLessThan(35);
    const { faults } = await jsonOf(fetch(`${api.controlUrl}/faults`));
    expect(faults).toMatchObject([{ path: '/**', kind: 'status', probability: 0.5, used: hits }]);
    await fetch(`${api.controlUrl}/faults/${faults[0].fault_id}`, { method: 'DELETE' });
    expect((await jsonOf(fetch(`${api.controlUrl}/faults`))).faults).toEqual([]);
  });
});

describe('the Date header', () => {
  const NOW = Date.UTC(2025, 2, 4, 12, 0, 0, 900);
  const key = { domain: 'acme', key: 'k' };
  const withServer = async (options: PostureApiOptions, look: (other: PostureApi) => Promise<void>) => {
    const other = await startPostureApi({ cases: 10, threats: 10, keys: [key], control: true, ...options });
    await look(other).finally(() => other.close());
  };
  const dateOf = async (other: PostureApi, path: string) => {
    const answer = await fetch(`${other.url}${path}`, { headers: { 'X-API-Key': 'k' } });
    return answer.headers.get('Date');
  };

  it('shows the fixed clock, moved by the offset, on every kind of answer', async () => {
    await withServer({ now: NOW, readLimit: 1 }, async (other) => {
      const noon = 'Tue, 04 Mar 2025 12:00:00 GMT';
      expect(await dateOf(other, '/users')).toBe(noon);
      expect(await dateOf(other, '/users')).toBe(noon);
      expect(await dateOf(other, '/nowhere')).toBe(noon);
      expect((await fetch(new URL('/docs', other.url))).headers.get('Date')).toBe(noon);
      const change = { method: 'POST', body: '{"clock_offset_ms":-3600000}' };
      await fetch(`${other.controlUrl}/settings`, change);
      expect(await dateOf(other, '/users')).toBe('Tue, 04 Mar 2025 11:00:00 GMT');
    });
  });

  it('shows the real clock plus the offset, when the answer is sent and not when it is asked for', async () => {
    let real = NOW;
    await withServer({ realClock: () => real, clockOffsetMs: 60_000 }, async (other) => {
      expect(await dateOf(other, '/users')).toBe('Tue, 04 Mar 2025 12:01:00 GMT');
      const fault = { path: '/users', kind: 'delay', delay_ms: 100, times: 1 };
      await fetch(`${other.controlUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) });
      const late = dateOf(other, '/users');
      setTimeout(() => {
        real += 5000;
      }, 30);
      expect(await late).toBe('Tue, 04 Mar 2025 12:01:05 GMT');
    });
  });

  it('is the clock of a half answer too, and left to a fault that sets its own', async () => {
    await withServer({ now: NOW }, async (other) => {
      const planOne = (fault: object) =>
        fetch(`${other.controlUrl}/faults`, { method: 'POST', body: JSON.stringify({ ...fault, times: 1 }) });
      await planOne({ path: '/users', kind: 'cut' });
      expect(await dateOf(other, '/users')).toBe('Tue, 04 Mar 2025 12:00:00 GMT');
      await planOne({ path: '/users', kind: 'status', status: 503, headers: { date: 'soon' } });
      expect(await dateOf(other, '/users')).toBe('soon');
    });
  });
});

describe('the server', () => {
  it('keeps connections open for the next request', async () => {
    const own = new Agent({ keepAlive: true, maxSockets: 1 });
    const portOf = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${api.url}/users`, { headers, agent: own }, (response) => {
          const port = response.socket.localPort;
          response.resume().on('end', () => resolve(port));
        });
        sent.on('error', reject).end();
      });
    const first = await portOf();
    expect(await portOf()).toBe(first);
    own.destroy();
  });

  it('closes at once although a client keeps its connection open', async () => {
    const other = await startPostureApi({ cases: 10, threats: 10 });
    const socket = connect(other.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.on('error', () => undefined);
    const key = other.keys[0]?.key ?? '';
    expect((await fetch(`${other.url}/users`, { headers: { 'X-API-Key': key } })).status).toBe(200);
    const start = performance.now();
    await other.close();
    // Node itself would wait for a minute.
    expect(performance.now() - start).toBeLessThan(20_000);
    socket.destroy();
  });

  it('lets cases arrive by themselves when asked to', async () => {
    const other = await startPostureApi({
      cases: 10,
      threats: 10,
      arriveEverySeconds: 0.05,
      keys: [{ domain: 'acme', key: 'k' }],
    });
    const count = async () =>
      (await jsonOf(fetch(`${other.url}/cases`, { headers: { 'X-API-Key': 'k' } }))).items.length;
    expect(await count()).toBeGreaterThanOrEqual(10);
    await until('one more has arrived', async () => (await count()) > 11);
    await other.close();
  });
});
