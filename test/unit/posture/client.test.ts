import { describe, expect, it } from 'vitest';
import { failure, withScript } from '../../support/client.ts';
import { fixture } from '../../support/fixture.ts';

const ID = '6f1d2c3b-4a59-4e68-9f70-8b1c2d3e4f50';

describe('each list', () => {
  it.each([
    ['cases', '/cases', 'cases-page', 'items'],
    ['threats', '/threats', 'threats-page', 'data'],
    ['users', '/users', 'users-page', 'items'],
    ['nhis', '/nhi/personas', 'nhi-page', 'items'],
  ] as const)('%s is read from %s, field by field', (list, path, name, key) => {
    const golden = fixture(name) as Record<string, unknown> & { next_cursor: string };
    return withScript(
      () => ({ json: golden }),
      async (client, { requests }) => {
        expect(await client[list].page()).toEqual({
          items: golden[key],
          rejected: [],
          repairs: [],
          nextCursor: golden.next_cursor,
          serverTimeMs: expect.closeTo(Date.now(), -4),
        });
        expect(requests[0]).toMatchObject({ method: 'GET', path: `/api/v1/external${path}` });
      },
    );
  });
});

describe('each single resource', () => {
  it.each([
    ['personaOverview', `/personas/${ID}`, 'persona-overview'],
    ['nhiDetail', `/nhi/personas/${ID}/detail`, 'nhi-detail'],
    ['integration', `/integrations/${ID}`, 'integration'],
    ['drift', `/drift/${ID}`, 'drift'],
  ] as const)('%s is read from %s, field by field', (method, path, name) =>
    withScript(
      () => ({ json: fixture(name) }),
      async (client, { requests }) => {
        expect(await client[method](ID)).toEqual(fixture(name));
        expect(requests[0]).toMatchObject({ method: 'GET', path: `/api/v1/external${path}` });
      },
    ),
  );

  it.each([
    ['a/b', 'a%2Fb'],
    ['../cases', '..%2Fcases'],
    ['x?y#z', 'x%3Fy%23z'],
    ['ü', '%C3%BC'],
  ])('keeps an identifier like %s inside its place in the path', (id, encoded) =>
    withScript(
      () => ({ json: fixture('drift') }),
      async (client, { requests }) => {
        await client.drift(id);
        expect(requests[0]?.path).toBe(`/api/v1/external/drift/${encoded}`);
      },
    ),
  );

  it.each(['', '.', '..'])('refuses %j as an identifier', (id) =>
    withScript(
      () => ({ json: {} }),
      async (client, { requests }) => {
        expect(await failure(client.drift(id))).toMatchObject({ code: 'invalid_request' });
        expect(await failure(client.personaDetail(id))).toMatchObject({ code: 'invalid_request' });
        expect(requests).toHaveLength(0);
      },
    ),
  );
});

describe('the persona detail', () => {
  it.each(['persona-detail', 'persona-detail-sparse'])('is a persona for %s', (name) =>
    withScript(
      () => ({ json: fixture(name) }),
      async (client) => {
        expect(await client.personaDetail(ID)).toEqual({ variant: 'persona', persona: fixture(name) });
      },
    ),
  );

  it.each([
    fixture('persona-placeholder'),
    {},
    { status: 'pending', coverage: {}, generated_at: null, role: null },
  ])('is a placeholder for %j', (placeholder) =>
    withScript(
      () => ({ json: placeholder }),
      async (client) => {
        expect(await client.personaDetail(ID)).toEqual({ variant: 'placeholder', placeholder });
      },
    ),
  );

  it('is malformed when a persona says not whose it is', () =>
    withScript(
      () => ({ json: { generated_at: '2026-11-15T09:00:00Z' } }),
      async (client) => {
        expect(await failure(client.personaDetail(ID))).toMatchObject({ code: 'malformed' });
      },
    ));

  it('names a value it had to set aside', () => {
    const paths: string[] = [];
    return withScript(
      () => ({ json: { ...(fixture('persona-detail') as object), role: 'analyst' } }),
      async (client) => {
        const detail = await client.personaDetail(ID);
        expect(detail).toMatchObject({ variant: 'persona', persona: { role: null } });
        expect(paths).toEqual([`/personas/${ID}/detail role`]);
      },
      { observe: (event) => event.type === 'repaired' && paths.push(event.path) },
    );
  });
});
