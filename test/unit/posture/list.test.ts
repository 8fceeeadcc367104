import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NhiFilter, ThreatFilter } from '../../../lib/posture/filters.ts';
import { collect, failure, withScript } from '../../support/client.ts';
import type { ScriptedRequest } from '../../support/scripted-server.ts';

type Item = Record<string, unknown>;

const caseItem = (id: string): Item => ({ case_id: id, created_at: '2026-11-15T09:00:00Z' });

/** A plain list behind a cursor, as the contract describes it, that ignores every filter. */
function listing(key: 'items' | 'data', idKey: string, items: Item[]) {
  return ({ query }: ScriptedRequest) => {
    const size = Number(query.get('page_size') ?? 50);
    const cursor = query.get('next_cursor');
    const start = cursor === null ? 0 : items.findIndex((item) => item[idKey] === cursor) + 1;
    const page = items.slice(start, start + size);
    const more = start + size < items.length;
    return { json: { [key]: page, ...(more ? { next_cursor: page.at(-1)?.[idKey] } : {}) } };
  };
}

const ids = (pages: { items: readonly Item[] }[]) =>
  pages.flatMap((page) => page.items.map((item) => item.case_id ?? item.event_id ?? item.nuid ?? item.tuid));

describe('paging', () => {
  it('yields every item of any list once, in the order of the server, at any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.uuid(), { maxLength: 60 }),
        fc.integer({ min: 1, max: 25 }),
        (wanted, pageSize) =>
          withScript(listing('items', 'case_id', wanted.map(caseItem)), async (client, { requests }) => {
            expect(ids(await collect(client.cases.pages({ pageSize })))).toEqual(wanted);
            expect(requests).toHaveLength(Math.max(1, Math.ceil(wanted.length / pageSize)));
          }),
      ),
      { numRuns: 60 },
    );
  });

  it('asks for 200 items unless told otherwise', () =>
    withScript(listing('items', 'case_id', []), async (client, { requests }) => {
      await client.cases.page();
      await client.cases.page({ pageSize: 1 });
      expect(requests.map(({ query }) => query.get('page_size'))).toEqual(['200', '1']);
    }));

  it.each([0, 201, -1, 1.5, Number.NaN])('refuses a page size of %d before anything is sent', (pageSize) =>
    withScript(listing('items', 'case_id', []), async (client, { requests }) => {
      expect(await failure(client.cases.page({ pageSize }))).toMatchObject({
        code: 'invalid_request',
        message: 'page size must be a whole number from 1 to 200',
      });
      expect(await failure(collect(client.threats.pages({ pageSize })))).toMatchObject({
        code: 'invalid_request',
      });
      expect(requests).toHaveLength(0);
    }),
  );

  it('goes on from a cursor', () =>
    withScript(listing('items', 'case_id', ['a', 'b', 'c'].map(caseItem)), async (client) => {
      expect(ids(await collect(client.cases.pages({ cursor: 'a', pageSize: 1 })))).toEqual(['b', 'c']);
    }));

  it('reports a server that repeats a cursor instead of looping', () =>
    withScript(
      () => ({ json: { items: [caseItem('a')], next_cursor: 'a' } }),
      async (client, { requests }) => {
        expect(await failure(collect(client.cases.pages()))).toMatchObject({
          code: 'malformed',
          message:
            'GET /cases repeats a cursor after 2 pages. Does the server know the parameter "next_cursor"?',
        });
        expect(requests).toHaveLength(2);
      },
    ));

  it('reports a server that leads it in a wider circle', () =>
    withScript(
      ({ index }) => ({ json: { items: [], next_cursor: `page-${index % 7}` } }),
      async (client, { requests }) => {
        expect(await failure(collect(client.cases.pages()))).toMatchObject({ code: 'malformed' });
        expect(requests).toHaveLength(8);
      },
    ));

  it('reports a server that pages for ever', () =>
    withScript(
      ({ index }) => ({ json: { items: [], next_cursor: `page-${index}` } }),
      async (client, { requests }) => {
        expect(await failure(collect(client.cases.pages({ maxPages: 40 })))).toMatchObject({
          code: 'malformed',
          message: expect.stringContaining('does not end after 40 pages'),
        });
        expect(requests).toHaveLength(40);
      },
    ));

  it('does not take a long list of small pages for an endless one', () =>
    withScript(
      ({ index }) => ({ json: { items: [], next_cursor: index < 300 ? `page-${index}` : null } }),
      async (client) => {
        expect(await collect(client.cases.pages({ pageSize: 1 }))).toHaveLength(301);
      },
    ));

  it('hands on the pages it has before an error', () =>
    withScript(
      ({ index }) =>
        index === 0
          ? { json: { items: [caseItem('a')], next_cursor: 'a' } }
          : { status: 401, json: { error: 'no' } },
      async (client) => {
        const pages = client.cases.pages();
        expect((await pages.next()).value?.items).toHaveLength(1);
        expect(await failure(pages.next())).toMatchObject({ code: 'unauthorized' });
      },
    ));
});

it('sends the documented filters of cases under their documented names', () =>
  withScript(listing('items', 'case_id', []), async (client, { requests }) => {
    await client.cases.page({
      filter: {
        email: 'a+b@acme.example',
        state: 'discover',
        threatType: 'sabotage',
        createdAfter: new Date('2026-11-01T00:00:00Z'),
        createdBefore: new Date('2026-11-02T00:00:00Z'),
      },
      cursor: 'x',
    });
    expect(Object.fromEntries(requests[0]?.query ?? [])).toEqual({
      page_size: '200',
      next_cursor: 'x',
      email: 'a+b@acme.example',
      state: 'discover',
      threat_type: 'sabotage',
      created_after: '2026-11-01T00:00:00.000Z',
      created_before: '2026-11-02T00:00:00.000Z',
    });
    const invalid = client.cases.page({ filter: { createdAfter: new Date(Number.NaN) } });
    expect(await failure(invalid)).toMatchObject({ message: 'createdAfter is not a valid date' });
  }));

describe('filters whose names are not confirmed', () => {
  const pick = fc.constantFrom('a', 'b', 'C');
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const threat = fc.record({
    event_id: fc.uuid(),
    created_at: fc.constant('2026-11-15T09:00:00Z'),
    tuid: fc.option(pick),
    category: fc.option(fc.array(pick, { maxLength: 3 })),
    source: fc.option(pick),
    user_email: fc.option(pick),
  });
  const lower = (text: string | null | undefined) => text?.toLowerCase();

  it('are applied again to threats, so a server that ignores them gives the same answer', async () => {
    const filters: fc.Arbitrary<ThreatFilter> = fc.record({
      email: maybe(pick),
      tuid: maybe(pick),
      category: maybe(pick),
      source: maybe(pick),
    });
    const threats = fc.uniqueArray(threat, { maxLength: 12, selector: (item) => item.event_id });
    await fc.assert(
      fc.asyncProperty(threats, filters, (items, filter) =>
        withScript(listing('data', 'event_id', items), async (client) => {
          const expected = items.filter(
            (item) =>
              (filter.email === undefined || lower(item.user_email) === lower(filter.email)) &&
              (filter.tuid === undefined || lower(item.tuid) === lower(filter.tuid)) &&
              (filter.category === undefined ||
                (item.category ?? []).some((value) => value === filter.category)) &&
              (filter.source === undefined || item.source === filter.source),
          );
          const pages = await collect(client.threats.pages({ filter, pageSize: 5 }));
          expect(ids(pages)).toEqual(expected.map((item) => item.event_id));
        }),
      ),
      { numRuns: 80 },
    );
  });

  it('are applied again to users', async () => {
    const user = fc.record({
      tuid: fc.uuid(),
      name: fc.option(fc.string()),
      user_principal_name: fc.option(fc.string()),
    });
    const users = fc.uniqueArray(user, { maxLength: 12, selector: (item) => item.tuid });
    await fc.assert(
      fc.asyncProperty(users, fc.string({ maxLength: 2 }), (items, search) =>
        withScript(listing('items', 'tuid', items), async (client) => {
          const has = (text: string | null) => text?.toLowerCase().includes(search.toLowerCase()) ?? false;
          const expected = items.filter((item) => has(item.name) || has(item.user_principal_name));
          const pages = await collect(client.users.pages({ filter: { search } }));
          expect(ids(pages)).toEqual(expected.map((item) => item.tuid));
        }),
      ),
      { numRuns: 60 },
    );
  });

  it('are applied again to non-human identities', async () => {
    const nhi = fc.record({
      nuid: fc.uuid(),
      display_name: fc.option(fc.constantFrom('Backup agent', 'Deploy bot')),
      nhi_class: fc.option(pick),
      provider: fc.option(fc.record({ key: pick, label: fc.option(pick) })),
      status: fc.option(fc.constantFrom('active', 'dormant', 'asleep')),
      has_persona: fc.option(fc.boolean()),
    });
    const filters: fc.Arbitrary<NhiFilter> = fc.record({
      search: maybe(fc.constantFrom('bot', 'AGENT')),
      classes: maybe(fc.array(pick, { minLength: 1, maxLength: 2 })),
      providers: maybe(fc.array(pick, { minLength: 1, maxLength: 2 })),
      status: maybe(fc.constantFrom('active', 'dormant', 'all')),
      hasPersona: maybe(fc.boolean()),
    });
    const fleet = fc.uniqueArray(nhi, { maxLength: 12, selector: (item) => item.nuid });
    await fc.assert(
      fc.asyncProperty(fleet, filters, (items, filter) =>
        withScript(listing('items', 'nuid', items), async (client) => {
          const among = (list: readonly string[] | undefined, ...values: (string | null | undefined)[]) =>
            !list || list.some((wanted) => values.some((value) => lower(value) === lower(wanted)));
          const expected = items.filter(
            (item) =>
              (!filter.search || lower(item.display_name)?.includes(lower(filter.search) ?? '')) &&
              among(filter.classes, item.nhi_class) &&
              among(filter.providers, item.provider?.key, item.provider?.label) &&
              (!filter.status || filter.status === 'all' || item.status === filter.status) &&
              (filter.hasPersona === undefined || Boolean(item.has_persona) === filter.hasPersona),
          );
          const pages = await collect(client.nhis.pages({ filter }));
          expect(ids(pages)).toEqual(expected.map((item) => item.nuid));
        }),
      ),
      { numRuns: 80 },
    );
  });

  it('are sent under the configured names', () =>
    withScript(
      () => ({ json: { items: [], data: [] } }),
      async (client, { requests }) => {
        await client.nhis.page({
          filter: { search: 'x', classes: ['a', 'b'], providers: ['p'], status: 'all', hasPersona: false },
          cursor: 'c',
          pageSize: 3,
        });
        await client.threats.page({ filter: { email: 'e', tuid: 't', category: 'k', source: 's' } });
        await client.users.page({ filter: { search: 'u' } });
        expect(requests.map(({ query }) => Object.fromEntries(query))).toEqual([
          {
            limit: '3',
            after: 'c',
            q: 'x',
            nhi_class: 'a,b',
            provider: 'p',
            status: 'all',
            has_persona: 'false',
          },
          { page_size: '200', user: 'e', tuid: 't', category: 'k', source: 's' },
          { page_size: '200', name: 'u' },
        ]);
      },
      {
        parameterNames: {
          nhi: { search: 'q', pageSize: 'limit', cursor: 'after' },
          threats: { email: 'user' },
          users: { search: 'name' },
        },
      },
    ));
});

describe('a filter on something that list items do not show', () => {
  const bot = { nuid: 'n1', display_name: 'Deploy bot' };
  const backup = { nuid: 'n2', display_name: 'Backup agent' };

  it('trusts a server that shows it honours the parameter, and asks it only once', () =>
    withScript(
      ({ query }) => ({ json: { items: query.get('search') === 'app-id-of-the-bot' ? [bot] : [] } }),
      async (client, { requests }) => {
        for (let i = 0; i < 3; i++) {
          const { items } = await client.nhis.page({ filter: { search: 'app-id-of-the-bot' } });
          expect(items).toEqual([bot]);
        }
        expect(requests).toHaveLength(4);
        expect(requests[1]?.query.get('page_size')).toBe('1');
      },
    ));

  it('does not trust a server that answers a search for nothing with something', () =>
    withScript(listing('items', 'nuid', [bot, backup]), async (client) => {
      const { items } = await client.nhis.page({ filter: { search: 'backup' } });
      expect(items).toEqual([backup]);
    }));

  it('finds threats by UPN where the server does', () =>
    withScript(
      ({ query }) => ({
        json: {
          data:
            query.get('email') === 'upn@acme.example'
              ? [{ event_id: 'e', created_at: '2026-11-15T09:00:00Z', user_email: 'mail@acme.example' }]
              : [],
        },
      }),
      async (client) => {
        const { items } = await client.threats.page({ filter: { email: 'upn@acme.example' } });
        expect(items).toHaveLength(1);
      },
    ));

  it('asks again after the question itself failed', () =>
    withScript(
      ({ index }) =>
        index === 1 ? { status: 400, json: {} } : { json: { items: index === 3 ? [] : [bot] } },
      async (client) => {
        const query = { filter: { search: 'hidden' } };
        expect(await failure(client.nhis.page(query))).toMatchObject({ code: 'rejected' });
        expect((await client.nhis.page(query)).items).toEqual([bot]);
      },
    ));
});
