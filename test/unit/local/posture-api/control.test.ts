import { describe, expect, it } from 'vitest';
import { LIST_ORDERS } from '../../../../local/posture-api/feed/list-order.ts';
import { Case } from '../../../../local/posture-api/schemas/case.ts';
import { type ConnectorRecord, deriveStatus } from '../../../../local/posture-api/world/connectors.ts';
import { createHarness, NOW } from './harness.ts';

const TWIN = '00000000-0000-4000-8000-00000000abcd';

describe('control surface', () => {
  it('does not exist unless asked for', async () => {
    const api = createHarness({ control: false });
    expect((await api.control('GET', '/samples')).status).toBe(404);
    expect((await api.control('POST', '/cases', {})).status).toBe(404);
  });

  it('answers problems with 400 and one sentence', async () => {
    const api = createHarness();
    const { case_id: caseId, event_id: eventId } = await api.samples();
    const problems: [string, string, unknown][] = [
      ['POST', '/cases', { colour: 'blue' }],
      ['POST', '/cases', { domain: 'nowhere' }],
      ['POST', '/cases', { created_at: 'yesterday' }],
      ['POST', '/cases', { count: 2, case_id: eventId }],
      ['POST', '/cases', { case_id: caseId }],
      ['POST', '/threats', { event_id: eventId }],
      ['POST', `/cases/${caseId}/state`, { state: 'lost' }],
      ['POST', `/cases/${eventId}/state`, { state: 'closed' }],
      ['DELETE', `/threats/${caseId}`, {}],
      ['POST', '/readiness', { resource: 'users', days_until_ready: 1 }],
      ['POST', '/connectors/nothing', { action: 'fail' }],
      ['POST', '/connectors/push_mfa', { action: 'fail' }],
      ['POST', '/connectors/cloud_directory', { action: 'add' }],
      ['POST', '/keys', { key: 'guess', active: true }],
      ['POST', '/settings', { order: 'random' }],
      ['POST', '/faults', { path: '/cases', kind: 'status' }],
      ['POST', '/faults', { path: '/cases', kind: 'drop', times: 1, probability: 0.5 }],
      ['POST', '/cases', { events: [{ event_id: TWIN }, { event_id: TWIN.toUpperCase() }] }],
      ['POST', '/faults', { path: '/cases', kind: 'delay', delay_ms: 600_001 }],
      ['POST', '/faults', { path: '/cases', kind: 'status', status: 500, headers: { 'b d': 'x' } }],
      ['POST', '/faults', { path: '/cases', kind: 'status', status: 500, headers: { '': 'x' } }],
      ['POST', '/faults', { path: '/cases', kind: 'malformed', headers: { 'X-A': 'a\nb' } }],
      ['POST', '/faults', { path: '/cases', kind: 'malformed', headers: { 'X-A': '\u20ac' } }],
      ['POST', '/faults', { path: '/cases', kind: 'malformed', headers: { Trailer: 'X-A' } }],
    ];
    for (const [method, path, body] of problems) {
      const answer = await api.control(method, path, body);
      expect([path, body, answer.status]).toEqual([path, body, 400]);
      expect(answer.body.error).toMatch(/\.$/);
    }
  });

  it('creates cases whose threats are found by every filter, at once', async () => {
    const api = createHarness();
    const created = await api.control('POST', '/cases', {
      user_email: 'new.hire@acme.example',
      threat_type: 'sabotage',
      threat_brief: 'Told by a test',
      created_at: '2025-01-01T00:00:00.000Z',
      state: 'pending_investigation',
      events: [{ severity: 'critical', title: 'First' }, { source: 'Syslog' }],
    });
    expect(created.status).toBe(201);
    const [caseId] = created.body.case_ids;
    for (const order of LIST_ORDERS) {
      await api.control('POST', '/settings', { order });
      for (const query of [
        'email=new.hire@acme.example',
        'state=pending_investigation&threat_type=sabotage',
        'created_before=2025-01-01T00:00:00.001Z',
      ]) {
        const found = await api.readAll(`/cases?${query}`, 9);
        expect(found.map(({ case_id }) => case_id)).toContain(caseId);
      }
      const threats = await api.readAll('/threats?email=new.hire@acme.example');
      expect(threats.map(({ event_id }) => event_id).sort()).toEqual([...created.body.event_ids].sort());
    }
    const [item] = await api.readAll('/cases?email=new.hire@acme.example');
    expect(Case.parse(item)).toMatchObject({
      threat_brief: 'Told by a test',
      events: [{ severity: 'critical', title: 'First' }, { source: 'Syslog' }],
    });
  });

  it('creates many at the same moment, and pages through the ties without loss', async () => {
    for (const order of LIST_ORDERS) {
      const api = createHarness({ order });
      const moment = (await api.readAll('/threats'))[17].created_at;
      const { body } = await api.control('POST', '/threats', { count: 40, created_at: moment });
      const found = (await api.readAll('/threats', 3)).map(({ event_id }) => event_id);
      expect(found).toHaveLength(440);
      expect(new Set(found).size).toBe(440);
      expect(found).toEqual(expect.arrayContaining(body.event_ids));
    }
  });

  it('shows an item only when its time has come', async () => {
    let real = 1000;
    const api = createHarness({ realClock: () => real });
    const { body } = await api.control('POST', '/threats', { visible_in_ms: 500, source: 'Later' });
    expect(await api.readAll('/threats?source=Later')).toEqual([]);
    expect((await api.get(`/threats?next_cursor=${body.event_ids[0]}`)).status).toBe(400);
    real += 500;
    expect(await api.readAll('/threats?source=Later')).toHaveLength(1);
  });

  it('lets a null through, to show a client what it must survive', async () => {
    const api = createHarness();
    await api.control('POST', '/threats', { user_email: null, category: null, source: 'Bare' });
    expect((await api.readAll('/threats?source=Bare'))[0]).toMatchObject({
      user_email: null,
      category: null,
    });
    expect((await api.get('/threats?email=a@b.example&category=x')).status).toBe(200);
  });

  it('attaches events, known or new, and moves updated_at', async () => {
    const api = createHarness();
    const { case_id: caseId } = await api.samples();
    const before = (await api.control('GET', `/cases/${caseId}`)).body.case;
    const loose = (await api.readAll('/threats')).find(
      ({ event_id }) => !before.events.some((event: { event_id: string }) => event.event_id === event_id),
    );
    await api.control('POST', '/settings', { clock_offset_ms: 60_000 });
    const known = await api.control('POST', `/cases/${caseId}/events`, { event_id: loose.event_id });
    const made = await api.control('POST', `/cases/${caseId}/events`, { title: 'Fresh' });
    expect([known.status, made.status]).toEqual([201, 201]);
    for (const again of [loose.event_id, loose.event_id.toUpperCase()]) {
      const { status } = await api.control('POST', `/cases/${caseId}/events`, { event_id: again });
      expect(status).toBe(400);
    }
    const [first] = await api.readAll('/cases');
    expect(first).toMatchObject({ case_id: caseId, updated_at: new Date(NOW + 60_000).toISOString() });
    expect(first.events.slice(-2)).toMatchObject([{ title: loose.title }, { title: 'Fresh' }]);
    const ids = (await api.readAll('/threats')).map(({ event_id }) => event_id);
    expect(ids).toContain(made.body.event_id);
  });

  it('moves a case between states; closing sets closed_at and reopening clears it', async () => {
    const api = createHarness();
    const { case_id: caseId } = await api.samples();
    const closed = await api.control('POST', `/cases/${caseId}/state`, { state: 'closed' });
    expect(closed.body.closed_at).toBe(new Date(NOW).toISOString());
    const reopened = await api.control('POST', `/cases/${caseId}/state`, { state: 'investigating' });
    expect(reopened.body.closed_at).toBeNull();
    expect(await api.readAll('/cases')).toHaveLength(60);
  });

  it('counts requests by route, whatever became of them', async () => {
    const api = createHarness();
    await api.get('/cases');
    await api.get('/cases', 'stranger');
    await api.get('/personas/abc/detail');
    const { requests } = (await api.control('GET', '/requests')).body;
    expect(requests).toEqual({ 'GET /cases': 2, 'GET /personas/{tuid}/detail': 1 });
    await api.control('DELETE', '/requests');
    expect((await api.control('GET', '/requests')).body.requests).toEqual({});
  });
});

describe('the way in to the control surface', () => {
  it('is an address that is drawn for each run', async () => {
    const [api, other] = [createHarness(), createHarness()];
    expect((await api.control('GET', '/keys')).status).toBe(200);
    for (const path of ['/_control/keys', '/_control', `${other.controlPath}/keys`]) {
      const { status, body } = await api.send(path);
      expect([path, status, Object.keys(body)]).toEqual([path, 403, ['error']]);
    }
  });
});

describe('integration status', () => {
  const record: ConnectorRecord = {
    enabled: true,
    hasPolled: true,
    consecutiveFailures: 0,
    createdMs: 0,
    updatedMs: 0,
  };

  it('follows from the record alone', () => {
    expect(deriveStatus(undefined)).toBe('not_configured');
    expect(deriveStatus(record)).toBe('active');
    expect(deriveStatus({ ...record, consecutiveFailures: 2 })).toBe('active');
    expect(deriveStatus({ ...record, consecutiveFailures: 3 })).toBe('degraded');
    expect(deriveStatus({ ...record, hasPolled: false })).toBe('pending');
    expect(deriveStatus({ ...record, hasPolled: false, consecutiveFailures: 3 })).toBe('degraded');
    expect(deriveStatus({ ...record, enabled: false, consecutiveFailures: 9 })).toBe('disabled');
  });

  it('changes with what happens to the connector', async () => {
    const api = createHarness();
    const statusAfter = async (action: string, times?: number) => {
      await api.control('POST', '/connectors/push_mfa', { action, ...(times ? { times } : {}) });
      return (await api.get('/integrations/push_mfa')).body;
    };
    expect(await statusAfter('add')).toMatchObject({ configured: true, enabled: true, status: 'pending' });
    expect((await statusAfter('succeed')).status).toBe('active');
    expect((await statusAfter('fail', 2)).status).toBe('active');
    expect((await statusAfter('fail')).status).toBe('degraded');
    expect((await statusAfter('disable')).status).toBe('disabled');
    expect((await statusAfter('enable')).status).toBe('degraded');
    expect((await statusAfter('succeed')).status).toBe('active');
    expect(await statusAfter('remove')).toMatchObject({
      configured: false,
      enabled: false,
      status: 'not_configured',
      created_at: null,
    });
  });
});
