import { describe, expect, it } from 'vitest';
import { CasePage } from '../../../../local/posture-api/schemas/case.ts';
import { Drift } from '../../../../local/posture-api/schemas/drift.ts';
import { INTEGRATION_STATUSES, Integration } from '../../../../local/posture-api/schemas/integration.ts';
import { NhiPage } from '../../../../local/posture-api/schemas/nhi.ts';
import { NhiDetail } from '../../../../local/posture-api/schemas/nhi-detail.ts';
import {
  PersonaDetail,
  PersonaOverview,
  PersonaPlaceholder,
} from '../../../../local/posture-api/schemas/persona.ts';
import { NotReady, Problem, RESOURCES } from '../../../../local/posture-api/schemas/problem.ts';
import { ThreatPage } from '../../../../local/posture-api/schemas/threat.ts';
import { UserPage } from '../../../../local/posture-api/schemas/user.ts';
import { VerdictResult } from '../../../../local/posture-api/schemas/verdict.ts';
import { BASE, createHarness, NOW } from './harness.ts';

describe('answers fit the declared schemas strictly', () => {
  it('for the listings', async () => {
    const api = createHarness();
    CasePage.parse((await api.get('/cases?page_size=200')).body);
    ThreatPage.parse((await api.get('/threats?page_size=200')).body);
    UserPage.parse((await api.get('/users?page_size=200')).body);
    NhiPage.parse((await api.get('/nhi/personas?page_size=200')).body);
  });

  it('for every persona: complete, partial, placeholder or none', async () => {
    const api = createHarness({ users: 60 });
    const seen = { complete: 0, partial: 0, placeholder: 0, none: 0 };
    for (const { tuid } of await api.readAll('/users')) {
      const overview = await api.get(`/personas/${tuid}`);
      const detail = await api.get(`/personas/${tuid}/detail`);
      if (detail.status === 404) {
        Problem.parse(detail.body);
        seen.none += 1;
      } else if ('status' in detail.body) {
        PersonaPlaceholder.parse(detail.body);
        expect(overview.status).toBe(404);
        seen.placeholder += 1;
      } else {
        const persona = PersonaDetail.parse(detail.body);
        PersonaOverview.parse(overview.body);
        seen[Object.values(persona).includes(null) ? 'partial' : 'complete'] += 1;
        for (const [section, verdict] of Object.entries(persona.coverage)) {
          expect(verdict === 'insufficient').toBe(persona[section as 'role'] === null);
        }
      }
    }
    expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  });

  it('for every non-human identity, with full and with empty sections', async () => {
    const api = createHarness();
    for (const { nuid, has_persona } of await api.readAll('/nhi/personas')) {
      const detail = NhiDetail.parse((await api.get(`/nhi/personas/${nuid}/detail`)).body);
      expect(detail.overview !== null).toBe(has_persona);
      expect(detail).not.toHaveProperty('delta');
    }
  });

  it('for integrations in all five statuses, and for drift', async () => {
    const api = createHarness();
    const { connector_types: types, drift_id: driftId } = await api.samples();
    expect(Object.keys(types).sort()).toEqual([...INTEGRATION_STATUSES].sort());
    for (const [status, type] of Object.entries(types)) {
      expect(Integration.parse((await api.get(`/integrations/${type}`)).body).status).toBe(status);
    }
    Drift.parse((await api.get(`/drift/${driftId}`)).body);
  });

  it('for what is unknown: 404 with an Error body', async () => {
    const api = createHarness();
    const stranger = '00000000-0000-4000-8000-000000000000';
    for (const path of [
      `/personas/${stranger}`,
      `/personas/${stranger}/detail`,
      `/nhi/personas/${stranger}/detail`,
      `/drift/${stranger}`,
      '/integrations/nothing',
      '/nothing',
    ]) {
      const { status, body } = await api.get(path);
      expect([path, status]).toEqual([path, 404]);
      Problem.parse(body);
    }
  });
});

describe('the world', () => {
  it('shares the events of a case with the threat list, user by user', async () => {
    const api = createHarness();
    const threats = new Map((await api.readAll('/threats')).map((item) => [item.event_id, item]));
    for (const item of await api.readAll('/cases')) {
      for (const event of item.events) {
        const threat = threats.get(event.event_id);
        expect(threat).toMatchObject({
          user_email: item.user_email,
          title: event.title,
          source: event.source,
        });
        expect(event.category).toContain(item.threat_type);
        expect(event.created_at <= item.created_at).toBe(true);
      }
    }
  });

  it('has cases even without threats, and threats even without cases', async () => {
    const lonely = createHarness({ threats: 0 });
    expect(await lonely.readAll('/cases')).toHaveLength(60);
    expect(await lonely.readAll('/threats')).toEqual([]);
    const quiet = createHarness({ cases: 0 });
    expect(await quiet.readAll('/threats')).toHaveLength(400);
    expect((await quiet.get('/cases')).body).toEqual({ next_cursor: null, items: [] });
  });

  it('reaches back about 30 days from the clock and never past it', async () => {
    const api = createHarness();
    const times = (await api.readAll('/threats')).map(({ created_at }) => Date.parse(created_at));
    expect(Math.max(...times)).toBeLessThan(NOW);
    expect(Math.max(...times)).toBeGreaterThan(NOW - 864e5);
    expect(Math.min(...times)).toBeGreaterThan(NOW - 31 * 864e5);
  });

  it('gives every person an address of their own, also when names run out', async () => {
    const { service } = createHarness({ users: 30_000 });
    const people = service.tenants.get('acme')?.domain.people;
    const emails = new Set(Array.from({ length: 30_000 }, (_, index) => people?.at(index).email));
    expect(emails.size).toBe(30_000);
  });

  it('grows the same bytes from the same seed and time, and others from another seed', async () => {
    const read = async (seed: number) => {
      const api = createHarness({ seed });
      const { tuid_with_persona: tuid, nuid, drift_id: drift } = await api.samples();
      const paths = ['/cases', '/threats', '/users', '/nhi/personas', `/personas/${tuid}/detail`];
      const answers = await Promise.all(
        [...paths, `/nhi/personas/${nuid}/detail`, `/drift/${drift}`].map(async (path) =>
          (await api.app.request(`${BASE}${path}`, { headers: { 'X-API-Key': 'acme-key' } })).text(),
        ),
      );
      return answers.join('\n');
    };
    const first = await read(7);
    expect(await read(7)).toBe(first);
    expect(await read(8)).not.toBe(first);
  });
});

describe('verdicts', () => {
  it.each([
    ['SAFE', 'closed', true],
    ['FALSE_POSITIVE', 'closed', true],
    ['DUPLICATE', 'closed', true],
    ['TRUE_POSITIVE', 'enforced', true],
    ['ESCALATED', 'investigating', false],
  ])('%s moves the case to %s', async (outcome, state, resolved) => {
    const api = createHarness();
    const { case_id: caseId } = await api.samples();
    const { status, body } = await api.post(`/cases/${caseId}/verdict`, { outcome });
    expect(status).toBe(200);
    expect(VerdictResult.parse(body)).toEqual({
      success: true,
      case_id: caseId,
      outcome,
      resolved,
      processed_at: new Date(NOW).toISOString(),
    });
    const after = (await api.control('GET', `/cases/${caseId}`)).body;
    expect(after.state).toBe(state);
    expect(after.case.closed_at !== null).toBe(state === 'closed');
    const ids = (await api.readAll(`/cases?state=${state}`)).map(({ case_id }) => case_id);
    expect(ids).toContain(caseId);
  });

  it('refuses what is malformed, too long, too many or about unknown events', async () => {
    const api = createHarness();
    const { case_id: caseId, event_id: eventId } = await api.samples();
    const stranger = '00000000-0000-4000-8000-000000000000';
    for (const body of [
      '{"outcome": ',
      {},
      { outcome: 'MAYBE' },
      { outcome: ['SAFE'] },
      { outcome: 'SAFE', comment: 'x'.repeat(2001) },
      { outcome: 'SAFE', event_ids: Array(201).fill(eventId) },
      { outcome: 'SAFE', event_ids: ['not-a-uuid'] },
      { outcome: 'SAFE', event_ids: [stranger] },
    ]) {
      const answer = await api.post(`/cases/${caseId}/verdict`, body);
      expect(answer.status).toBe(400);
      Problem.parse(answer.body);
    }
    expect((await api.post(`/cases/${stranger}/verdict`, { outcome: 'SAFE' })).status).toBe(404);
    expect((await api.control('GET', '/verdicts')).body.verdicts).toEqual([]);
  });

  it('accepts an attached event in any case, also after its threat was deleted', async () => {
    const api = createHarness();
    const { case_id: caseId } = await api.samples();
    const { events } = (await api.control('GET', `/cases/${caseId}`)).body.case;
    const eventId: string = events[0].event_id;
    expect((await api.control('DELETE', `/threats/${eventId}`)).status).toBe(200);
    for (const id of [eventId, eventId.toUpperCase()]) {
      const verdict = { outcome: 'ESCALATED', event_ids: [id] };
      expect((await api.post(`/cases/${caseId}/verdict`, verdict)).status).toBe(200);
    }
  });

  it('records every verdict in order; the last one decides', async () => {
    const api = createHarness();
    const { case_id: caseId } = await api.samples();
    await api.post(`/cases/${caseId}/verdict`, { outcome: 'SAFE', comment: 'x'.repeat(2000) });
    await api.post(`/cases/${caseId}/verdict`, { outcome: 'ESCALATED' });
    const { verdicts } = (await api.control('GET', '/verdicts')).body;
    expect(verdicts).toMatchObject([
      { domain: 'acme', case_id: caseId, body: { outcome: 'SAFE' } },
      { domain: 'acme', case_id: caseId, body: { outcome: 'ESCALATED' } },
    ]);
    const after = (await api.control('GET', `/cases/${caseId}`)).body;
    expect([after.state, after.case.closed_at]).toEqual(['investigating', null]);
  });
});

describe('readiness', () => {
  it('locks exactly the endpoints of the resource, and counts down with the clock', async () => {
    const api = createHarness();
    const { tuid_with_persona: tuid, nuid, case_id: caseId } = await api.samples();
    const reads = {
      cases: ['/cases'],
      threats: ['/threats'],
      personas: [`/personas/${tuid}`, `/personas/${tuid}/detail`],
      nhi: ['/nhi/personas', `/nhi/personas/${nuid}/detail`],
      'nhi-clusters': [`/nhi/personas/${nuid}/detail`],
    };
    for (const resource of RESOURCES) {
      await api.control('POST', '/readiness', { resource, days_until_ready: 2.5 });
      for (const [path, locked] of Object.values(reads)
        .flat()
        .map((path) => [path, reads[resource].includes(path)] as const)) {
        const { status, body } = await api.get(path);
        expect([resource, path, status]).toEqual([resource, path, locked ? 423 : 200]);
        if (locked) {
          expect(NotReady.parse(body)).toMatchObject({
            resource,
            days_until_ready: 2.5,
            now_utc: new Date(NOW).toISOString(),
          });
        }
      }
      expect((await api.get('/users')).status).toBe(200);
      if (resource === 'cases') {
        expect((await api.post(`/cases/${caseId}/verdict`, { outcome: 'SAFE' })).status).toBe(423);
      }
      await api.control('POST', '/settings', { clock_offset_ms: 2 * 864e5 });
      expect((await api.get(reads[resource][0] ?? '')).body.days_until_ready).toBeCloseTo(0.5);
      await api.control('POST', '/settings', { clock_offset_ms: 3 * 864e5 });
      expect((await api.get(reads[resource][0] ?? '')).status).toBe(200);
      await api.control('POST', '/settings', { clock_offset_ms: 0 });
      await api.control('POST', '/readiness', { resource, days_until_ready: 0 });
      expect((await api.get(reads[resource][0] ?? '')).status).toBe(200);
    }
  });
});
