import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createKiller } from '../../../console/local-home/world/killer.ts';
import { startPostureApi } from '../../../local/posture-api/server.ts';
import { startSlack } from '../../../local/slack/server.ts';
import { createHarness, type Loose } from './harness.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startWorld() {
  const keys = [{ domain: 'acme', key: 'k' }];
  const api = await startPostureApi({ cases: 3, threats: 5, keys, control: true });
  const slack = await startSlack({ control: true });
  closing.push(
    () => api.close(),
    () => slack.close(),
  );
  const postureApi = { controlUrl: api.controlUrl, docsUrl: `${api.url}/docs`, domains: ['acme'] };
  const harness = createHarness({ standIns: { postureApi, slack } });
  return {
    ...harness,
    act: async (body: object): Promise<Loose> => (await harness.post('/api/world', body)).json(),
    ask: (path: string) => fetch(`${api.url}${path}`, { headers: { 'X-API-Key': 'k' } }),
    control: async (path: string): Promise<Loose> => (await fetch(`${api.controlUrl}${path}`)).json(),
    plan: (fault: object) =>
      fetch(`${api.controlUrl}/faults`, { method: 'POST', body: JSON.stringify(fault) }),
    slack,
  };
}

describe('the world around the bridge', () => {
  it('makes cases: one, severe ones, late ones', async () => {
    const { act, ask, control } = await startWorld();
    const one = await act({ do: 'open-cases', events: 0 });
    expect(one.said).toBe(`Case ${one.caseIds[0].slice(0, 8)} was made.`);
    const { caseIds } = await act({ do: 'open-cases', count: 2, kind: 'severe', events: 1 });
    const severe = await control(`/cases/${caseIds[1]}`);
    expect(severe.case.events).toMatchObject([{ severity: 'critical', flagged: true }]);
    const late = await act({ do: 'open-cases', kind: 'late', lateByMs: 60_000, count: 1 });
    expect(late.said).toMatch(/ will be listed in 60 seconds\.$/);
    const listed = ((await (await ask('/cases?page_size=100')).json()) as Loose).items.map(
      (item: Loose) => item.case_id,
    );
    expect(listed).toEqual(expect.arrayContaining([...one.caseIds, ...caseIds]));
    expect(listed).not.toContain(late.caseIds[0]);
  });

  it('attaches an event, moves a case on from the other side, and deletes it', async () => {
    const { act, control } = await startWorld();
    const [caseId] = (await act({ do: 'open-cases', events: 1 })).caseIds;
    await act({ do: 'attach-event', domain: 'acme', caseId });
    expect((await control(`/cases/${caseId}`)).case.events).toHaveLength(2);
    for (const state of ['investigating', 'enforced', 'closed']) {
      await act({ do: 'move-case', domain: 'acme', caseId, state });
      expect((await control(`/cases/${caseId}`)).state).toBe(state);
    }
    const moved = await act({ do: 'move-case', domain: 'acme', caseId: 'none', state: 'closed' });
    expect(moved.error).toMatch(/There is no case none/);
    await act({ do: 'delete-case', domain: 'acme', caseId });
    expect((await control(`/cases/${caseId}`)).error).toMatch(/There is no case/);
  });

  it.each([
    ['not-ready', 423],
    ['failing', 503],
    ['slow', 200],
  ] as const)('makes the API %s and well again, and reads back which it is', async (state, status) => {
    const { act, ask, world } = await startWorld();
    expect((await world.read()).api).toMatchObject({ isStandIn: true, state: 'well' });
    await act({ do: 'set-api', state });
    expect((await world.read()).api.state).toBe(state);
    // The slow one is only asked how it is: its answer takes seconds.
    if (state !== 'slow') expect((await ask('/cases')).status).toBe(status);
    await act({ do: 'set-api', state: 'well' });
    expect((await world.read()).api.state).toBe('well');
    expect((await ask('/cases')).status).toBe(200);
  });

  it('leaves alone what a developer planned for a few requests', async () => {
    const { act, control, plan } = await startWorld();
    await plan({ path: '/users', kind: 'drop', times: 2 });
    await act({ do: 'set-api', state: 'failing' });
    await act({ do: 'set-api', state: 'slow' });
    expect((await control('/faults')).faults).toMatchObject([{ kind: 'drop' }, { kind: 'delay' }]);
    await act({ do: 'set-api', state: 'well' });
    expect((await control('/faults')).faults).toMatchObject([{ kind: 'drop' }]);
  });

  it('changes the order of lists, and takes Slack down and up', async () => {
    const { act, world, slack } = await startWorld();
    await act({ do: 'set-order', order: 'shuffled' });
    expect((await world.read()).api).toMatchObject({
      order: 'shuffled',
      orders: expect.arrayContaining(['by-id']),
    });
    await act({ do: 'set-slack', up: false });
    expect((await world.read()).slack).toEqual({ isStandIn: true, up: false });
    expect((await fetch(`${slack.url}auth.test`, { method: 'POST' })).status).toBe(503);
    await act({ do: 'set-slack', up: true });
    expect((await world.read()).slack).toEqual({ isStandIn: true, up: true });
    expect((await act({ do: 'set-teams', up: false })).error).toBe('There is no Teams of our own here.');
  });

  it('plays nothing in the real API', async () => {
    const { post, world } = createHarness();
    const answer = await post('/api/world', { do: 'open-cases' });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Loose).error).toMatch(/the real one/);
    expect((await world.read()).api).toMatchObject({ isStandIn: false, domains: [], state: 'well' });
  });
});

describe('killing a function', () => {
  const startSleeper = (): ChildProcess => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    closing.push(() => child.kill('SIGKILL'));
    return child;
  };

  it('kills what runs, and otherwise the next run that is not over too soon', async () => {
    const busy: { pid: number; event: unknown }[] = [];
    const listeners: (() => void)[] = [];
    const counts = { errors: 3 };
    const one = { busy, counts, onInvoke: (listener: () => void) => listeners.push(listener) } as Loose;
    const invoke = () => {
      for (const told of listeners) told();
    };
    const killer = createKiller(new Map([['poll', one]]), () => 0);

    const first = startSleeper();
    busy.push({ pid: first.pid ?? 0, event: null });
    const gone = once(first, 'exit');
    expect(killer.kill('poll')).toEqual({ when: 'now' });
    expect(await gone).toEqual([null, 'SIGKILL']);

    busy.length = 0;
    expect(killer.kill('poll')).toEqual({ when: 'later' });
    expect(killer.isArmed('poll')).toBe(true);
    const quick = startSleeper();
    busy.push({ pid: quick.pid ?? 0, event: null });
    invoke();
    busy.length = 0;
    await sleep(10);
    expect(killer.isArmed('poll')).toBe(true);

    const second = startSleeper();
    busy.push({ pid: second.pid ?? 0, event: null });
    const goneToo = once(second, 'exit');
    invoke();
    expect(await goneToo).toEqual([null, 'SIGKILL']);
    // It may have answered in its last moment. Only a run that failed was killed in its middle.
    expect(killer.isArmed('poll')).toBe(true);
    counts.errors += 1;
    expect(killer.isArmed('poll')).toBe(false);
    expect(quick.exitCode ?? quick.signalCode).toBeNull();
    expect(killer.kill('nobody')).toBeUndefined();
    expect(killer.isArmed('nobody')).toBe(false);
  });
});
