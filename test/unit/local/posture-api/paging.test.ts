import { describe, expect, it } from 'vitest';
import { CURSOR_POLICIES } from '../../../../local/posture-api/feed/cursor.ts';
import { LIST_ORDERS } from '../../../../local/posture-api/feed/list-order.ts';
import { createHarness, type Loose } from './harness.ts';

const LISTS = [
  { path: '/cases', id: 'case_id', count: 60 },
  { path: '/threats', id: 'event_id', count: 400 },
  { path: '/users', id: 'tuid', count: 24 },
  { path: '/nhi/personas', id: 'nuid', count: 40 },
] as const;

const idsOf = (items: Loose[], id: string): string[] => items.map((item) => item[id]);

describe('paging', () => {
  for (const order of LIST_ORDERS) {
    for (const { path, id, count } of LISTS) {
      it(`lists each item of ${path} exactly once, ${order}, whatever the page size`, async () => {
        const api = createHarness({ order });
        const whole = idsOf(await api.readAll(path, 200), id);
        expect(new Set(whole).size).toBe(count);
        expect(whole).toHaveLength(count);
        expect(idsOf(await api.readAll(path, 7), id)).toEqual(whole);
      });
    }
  }

  it('keeps the promise of each order', async () => {
    const api = createHarness();
    const newest = await api.readAll('/threats');
    const times = newest.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    await api.control('POST', '/settings', { order: 'oldest-first' });
    const oldest = await api.readAll('/threats');
    expect(idsOf(oldest, 'event_id')).toEqual(idsOf(newest, 'event_id').reverse());
    await api.control('POST', '/settings', { order: 'by-id' });
    const byId = idsOf(await api.readAll('/threats'), 'event_id');
    expect(byId).toEqual([...byId].sort());
    await api.control('POST', '/settings', { order: 'shuffled' });
    const shuffled = idsOf(await api.readAll('/threats'), 'event_id');
    expect(shuffled).not.toEqual(byId);
    expect([...shuffled].sort()).toEqual(byId);
  });

  it('names the last item of the page as the cursor, and only when more follow', async () => {
    const api = createHarness();
    for (const { path, id, count } of LISTS) {
      const first = await api.get(`${path}?page_size=5`);
      const items = first.body.items ?? first.body.data;
      expect(first.body.next_cursor).toBe(items.at(-1)[id]);
      const all = await api.readAll(path);
      const rest = await api.get(`${path}?page_size=5&next_cursor=${all.at(-6)[id]}`);
      expect((rest.body.items ?? rest.body.data).length).toBe(5);
      if (path === '/cases') expect(rest.body.next_cursor).toBeNull();
      else expect(rest.body).not.toHaveProperty('next_cursor');
      expect(all).toHaveLength(count);
    }
  });

  it('gives 50 items unless told, and refuses page sizes out of range', async () => {
    const api = createHarness();
    expect((await api.get('/threats')).body.data).toHaveLength(50);
    for (const size of [
      '0',
      '201',
      '-1',
      '1.5',
      'many',
      '',
      '0x10',
      '1e2',
      '%2010',
      '%2B5',
      '9'.repeat(400),
    ]) {
      const { status, body } = await api.get(`/threats?page_size=${size}`);
      expect(status).toBe(400);
      expect(body.error).toMatch(/^page_size: /);
    }
  });

  it('ignores parameters it does not know', async () => {
    const api = createHarness();
    expect((await api.get('/threats?colour=blue')).status).toBe(200);
  });
});

describe('unknown cursors', () => {
  const STRANGER = '00000000-0000-4000-8000-000000000000';

  for (const policy of CURSOR_POLICIES) {
    for (const { path } of LISTS) {
      it(`${policy}: a cursor of ${path} that never existed`, async () => {
        const api = createHarness({ cursor: policy });
        const { status, body } = await api.get(`${path}?page_size=5&next_cursor=${STRANGER}`);
        const items = body.items ?? body.data;
        if (policy === 'empty') expect([status, items]).toEqual([200, []]);
        else if (policy === 'restart') {
          const front = await api.get(`${path}?page_size=5`);
          expect(body).toEqual(front.body);
        } else expect([status, typeof body.error]).toEqual([400, 'string']);
      });
    }
  }

  for (const order of LIST_ORDERS) {
    it(`resume: goes on behind where a deleted item stood, ${order}`, async () => {
      const api = createHarness({ order, cursor: 'resume' });
      const created = await api.control('POST', '/cases', { count: 3, created_at: '2025-02-20T10:00:00Z' });
      const before = idsOf(await api.readAll('/cases'), 'case_id');
      for (const gone of [before[10], ...created.body.case_ids]) {
        const at = before.indexOf(gone);
        await api.control('DELETE', `/cases/${gone}`);
        const { body } = await api.get(`/cases?page_size=3&next_cursor=${gone}`);
        const left = before.slice(at + 1);
        const alive = new Set(idsOf(await api.readAll('/cases'), 'case_id'));
        expect(idsOf(body.items, 'case_id')).toEqual(left.filter((id) => alive.has(id)).slice(0, 3));
      }
    });
  }

  it('treats a deleted item as unknown under the other policies', async () => {
    const api = createHarness();
    const { case_id: gone } = await api.samples();
    await api.control('DELETE', `/cases/${gone}`);
    const ask = async (cursor: string) => {
      await api.control('POST', '/settings', { cursor });
      return api.get(`/cases?page_size=2&next_cursor=${gone}`);
    };
    expect((await ask('error')).status).toBe(400);
    expect((await ask('empty')).body).toEqual({ next_cursor: null, items: [] });
    expect((await ask('restart')).body).toEqual((await api.get('/cases?page_size=2')).body);
  });
});
