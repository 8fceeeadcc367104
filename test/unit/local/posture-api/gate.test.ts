import { describe, expect, it } from 'vitest';
import { BASE, createHarness, NOW } from './harness.ts';

describe('keys', () => {
  it('are accepted in both headers', async () => {
    const api = createHarness();
    for (const headers of [{ 'X-API-Key': 'acme-key' }, { Authorization: 'Bearer acme-key' }]) {
      expect((await api.send(`${BASE}/users`, { headers })).status).toBe(200);
    }
  });

  it('answer 401 with an Error body when missing, unknown, malformed or inactive', async () => {
    const api = createHarness();
    const tries: Record<string, string>[] = [
      {},
      { 'X-API-Key': 'guess' },
      { Authorization: 'Basic acme-key' },
    ];
    for (const headers of tries) {
      const { status, body } = await api.send(`${BASE}/users`, { headers });
      expect([status, Object.keys(body)]).toEqual([401, ['error']]);
    }
    await api.control('POST', '/keys', { key: 'acme-key', active: false });
    expect((await api.get('/users')).status).toBe(401);
    await api.control('POST', '/keys', { key: 'acme-key', active: true });
    expect((await api.get('/users')).status).toBe(200);
  });
});

describe('domains', () => {
  it('never see each other: ids are 404, cursors unknown, verdicts and events refused', async () => {
    const api = createHarness({ cursor: 'error' }, ['acme', 'globex']);
    const theirs = await api.samples('globex');
    const mine = await api.samples('acme');
    for (const path of [
      `/personas/${theirs.tuid_with_persona}`,
      `/personas/${theirs.tuid_with_persona}/detail`,
      `/nhi/personas/${theirs.nuid}/detail`,
      `/drift/${theirs.drift_id}`,
    ]) {
      expect((await api.get(path, 'globex')).status).toBe(200);
      expect((await api.get(path, 'acme')).status).toBe(404);
    }
    for (const path of [
      `/cases?next_cursor=${theirs.case_id}`,
      `/threats?next_cursor=${theirs.event_id}`,
      `/users?next_cursor=${theirs.tuid_with_persona}`,
      `/nhi/personas?next_cursor=${theirs.nuid}`,
    ]) {
      expect((await api.get(path, 'acme')).status).toBe(400);
    }
    const verdict = { outcome: 'SAFE', event_ids: [theirs.event_id] };
    expect((await api.post(`/cases/${theirs.case_id}/verdict`, { outcome: 'SAFE' })).status).toBe(404);
    expect((await api.post(`/cases/${mine.case_id}/verdict`, verdict)).status).toBe(400);
    const emails = new Set((await api.readAll('/cases', 200, 'acme')).map((item) => item.user_email));
    expect([...emails].every((email) => email.endsWith('@acme.example'))).toBe(true);
  });

  it('change alone: control names the domain in the query or the body', async () => {
    const api = createHarness({}, ['acme', 'globex']);
    await api.control('POST', '/cases', { domain: 'globex', count: 2 });
    await api.control('POST', '/cases?domain=globex');
    await api.control('POST', '/readiness', { domain: 'globex', resource: 'threats', days_until_ready: 1 });
    expect(await api.readAll('/cases', 200, 'acme')).toHaveLength(60);
    expect(await api.readAll('/cases', 200, 'globex')).toHaveLength(63);
    expect((await api.get('/threats', 'acme')).status).toBe(200);
    expect((await api.get('/threats', 'globex')).status).toBe(423);
  });
});

describe('rate limits', () => {
  it('are counted per key, reads apart from writes, and say when to come back', async () => {
    let real = 5_000_000;
    const api = createHarness({ readLimit: 2, writeLimit: 1, realClock: () => real }, ['acme', 'globex']);
    const { case_id: caseId } = await api.samples();
    const judge = () => api.post(`/cases/${caseId}/verdict`, { outcome: 'SAFE' });
    expect([(await api.get('/users')).status, (await api.get('/cases')).status]).toEqual([200, 200]);
    real += 12_500;
    const refused = await api.get('/users');
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '48']);
    expect(Object.keys(refused.body)).toEqual(['error']);
    expect((await api.get('/users', 'globex')).status).toBe(200);
    expect([(await judge()).status, (await judge()).status]).toEqual([200, 429]);

    await api.control('POST', '/settings', { retry_after: 'date' });
    const date = (await api.get('/users')).headers.get('Retry-After') ?? '';
    expect(Date.parse(date)).toBe(NOW + 48_000);
    await api.control('POST', '/settings', { retry_after: 'none' });
    expect((await api.get('/users')).headers.get('Retry-After')).toBeNull();

    real += 47_500;
    expect((await api.get('/users')).status).toBe(200);
    await api.control('POST', '/settings', { read_limit: 0 });
    for (let turn = 0; turn < 10; turn += 1) expect((await api.get('/users')).status).toBe(200);
  });
});
