import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIST_ORDERS } from '../../../../local/posture-api/feed/list-order.ts';
import { CASE_STATES, THREAT_TYPES } from '../../../../local/posture-api/schemas/case.ts';
import { createHarness, type Loose, NOW } from './harness.ts';

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const queryOf = (filters: Record<string, string | undefined>): string =>
  new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();

/** A server whose listings hold generated, added, changed and deleted items alike. */
const createLivedIn = async (order: (typeof LIST_ORDERS)[number]) => {
  const api = createHarness({ order });
  const { user_email: email } = await api.samples();
  await api.control('POST', '/cases', {
    count: 4,
    created_at: '2025-02-25T08:00:00.000Z',
    user_email: email,
  });
  await api.control('POST', '/cases', { count: 2, user_email: 'guest@elsewhere.example', state: 'enforced' });
  await api.control('POST', '/threats', { count: 5, source: 'HomeMadeTable', category: ['odd', 'phishing'] });
  const cases = await api.readAll('/cases');
  for (const [at, item] of cases.slice(0, 20).entries()) {
    if (at % 3 === 0) await api.control('DELETE', `/cases/${item.case_id}`);
    else await api.control('POST', `/cases/${item.case_id}/state`, { state: CASE_STATES[at % 5] });
  }
  for (const item of (await api.readAll('/threats')).slice(5, 15)) {
    await api.control('DELETE', `/threats/${item.event_id}`);
  }
  return api;
};

describe.each(LIST_ORDERS)('filters agree with a plain model, %s', (order) => {
  it('for cases', async () => {
    const api = await createLivedIn(order);
    const all = await api.readAll('/cases');
    const states = new Map<string, string>();
    for (const { case_id } of all) {
      states.set(case_id, (await api.control('GET', `/cases/${case_id}`)).body.state);
    }
    const emails = [...new Set(all.map(({ user_email }) => user_email))];
    const moments = fc
      .oneof(
        fc.integer({ min: NOW - 31 * 864e5, max: NOW + 1000 }),
        fc.constantFrom(...all.map((item) => Date.parse(item.created_at))),
      )
      .map((ms) => new Date(ms).toISOString());
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          email: maybe(fc.constantFrom(...emails, 'nobody@acme.example')),
          state: maybe(fc.constantFrom(...CASE_STATES)),
          threat_type: maybe(fc.constantFrom(...THREAT_TYPES)),
          created_after: maybe(moments),
          created_before: maybe(moments),
        }),
        fc.integer({ min: 1, max: 30 }),
        async (filters, pageSize) => {
          const expected = all.filter(
            (item) =>
              (filters.email === undefined || item.user_email === filters.email) &&
              (filters.state === undefined || states.get(item.case_id) === filters.state) &&
              (filters.threat_type === undefined || item.threat_type === filters.threat_type) &&
              (filters.created_after === undefined || item.created_at >= filters.created_after) &&
              (filters.created_before === undefined || item.created_at < filters.created_before),
          );
          expect(await api.readAll(`/cases?${queryOf(filters)}`, pageSize)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('for threats', async () => {
    const api = await createLivedIn(order);
    const all = await api.readAll('/threats');
    const users = await api.readAll('/users');
    const upnOf = new Map(users.map((user) => [user.tuid, user.user_principal_name]));
    const logins = users.flatMap((user) => [user.user_principal_name, user.email_addresses[0]]);
    const values = (field: string): string[] => [...new Set(all.flatMap((item) => item[field] as string))];
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          email: maybe(fc.constantFrom(...logins, 'guest@elsewhere.example', 'Nobody@acme.example')),
          category: maybe(fc.constantFrom(...values('category'), 'nothing')),
          source: maybe(fc.constantFrom(...values('source'), 'nothing')),
        }),
        fc.integer({ min: 1, max: 60 }),
        async (filters, pageSize) => {
          const expected = all.filter(
            (item) =>
              (filters.email === undefined ||
                item.user_email === filters.email ||
                upnOf.get(item.tuid) === filters.email) &&
              (filters.category === undefined || item.category.includes(filters.category)) &&
              (filters.source === undefined || item.source === filters.source),
          );
          expect(await api.readAll(`/threats?${queryOf(filters)}`, pageSize)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('for users and non-human identities', async () => {
    const api = createHarness({ order });
    const users = await api.readAll('/users');
    for (const search of ['an', 'AN', 'u1000', '@acme', 'zzzz', users[3].name]) {
      const wanted = search.toLowerCase();
      expect(await api.readAll(`/users?search=${encodeURIComponent(search)}`, 3)).toEqual(
        users.filter(
          (user) => user.name.toLowerCase().includes(wanted) || user.user_principal_name.includes(wanted),
        ),
      );
    }
    const fleet = await api.readAll('/nhi/personas');
    const some = <T>(values: T[]) => fc.subarray([...new Set(values)], { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        maybe(some(fleet.map((item) => item.nhi_class as string))),
        maybe(some(fleet.flatMap((item) => [item.provider.key, item.provider.label] as string[]))),
        maybe(fc.constantFrom('active', 'dormant', 'all')),
        maybe(fc.constantFrom('true', 'false')),
        maybe(fc.constantFrom('probe', 'PROD', '-01', 'none of them')),
        async (classes, providers, status, hasPersona, search) => {
          const query = queryOf({
            nhi_class: classes?.join(','),
            provider: providers?.join(', '),
            status,
            has_persona: hasPersona,
            search,
          });
          const expected = fleet.filter(
            (item: Loose) =>
              (classes === undefined || classes.includes(item.nhi_class)) &&
              (providers === undefined ||
                providers.includes(item.provider.key) ||
                providers.includes(item.provider.label)) &&
              (status === undefined || status === 'all' || item.status === status) &&
              (hasPersona === undefined || String(item.has_persona) === hasPersona),
          );
          const found = await api.readAll(`/nhi/personas?${query}`, 4);
          if (search === undefined) expect(found).toEqual(expected);
          else {
            const named = expected.filter((item) => item.display_name.includes(search.toLowerCase()));
            expect(found).toEqual(expect.arrayContaining(named));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('filter edges', () => {
  it('takes created_after as inclusive or exclusive, as told', async () => {
    const api = createHarness();
    const [item] = await api.readAll('/cases');
    const holds = async () =>
      (await api.readAll(`/cases?created_after=${item.created_at}`)).some(
        ({ case_id }) => case_id === item.case_id,
      );
    expect(await holds()).toBe(true);
    await api.control('POST', '/settings', { created_after: 'exclusive' });
    expect(await holds()).toBe(false);
  });

  it('refuses values it cannot read', async () => {
    const api = createHarness();
    for (const query of [
      'state=open',
      'threat_type=theft',
      'created_after=yesterday',
      'created_before=2025',
    ]) {
      expect((await api.get(`/cases?${query}`)).status).toBe(400);
    }
    expect((await api.get('/nhi/personas?status=asleep')).status).toBe(400);
    expect((await api.get('/nhi/personas?has_persona=maybe')).status).toBe(400);
    expect((await api.get('/threats?tuid=me')).status).toBe(400);
  });

  it('refuses an email and a tuid of two different users, and accepts the same one twice', async () => {
    const api = createHarness();
    const [one, two] = await api.readAll('/users');
    const ask = (email: string, tuid: string) => api.get(`/threats?email=${email}&tuid=${tuid}`);
    expect((await ask(one.email_addresses[0], two.tuid)).status).toBe(400);
    const both = await ask(one.email_addresses[0], one.tuid);
    expect(both.body).toEqual((await api.get(`/threats?tuid=${one.tuid}`)).body);
  });

  it('finds identities by principal id and app id', async () => {
    const api = createHarness();
    const { nuid } = await api.samples();
    const { identity } = (await api.get(`/nhi/personas/${nuid}/detail`)).body;
    for (const text of [identity.principal_id, identity.app_id.toUpperCase()]) {
      const found = await api.readAll(`/nhi/personas?search=${text}`);
      expect(found.map((item) => item.nuid)).toEqual([nuid]);
    }
  });
});
