import { describe, expect, it } from 'vitest';
import { createHarness, type Loose } from './harness.ts';

const OPERATIONS = [
  'get /cases',
  'get /drift/{drift_id}',
  'get /integrations/{connector_type}',
  'get /nhi/personas',
  'get /nhi/personas/{nuid}/detail',
  'get /personas/{tuid}',
  'get /personas/{tuid}/detail',
  'get /threats',
  'get /users',
  'post /cases/{case_id}/verdict',
];

const readDocument = async (): Promise<Loose> => (await createHarness().send('/openapi.json')).body;
const operationsOf = (document: Loose) =>
  Object.entries<Loose>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Every object in the document, however deep. */
const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value as Record<string, unknown>, ...inside];
};

const resolve = (document: Loose, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<Loose>((held, name) => held?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);

describe('the OpenAPI document', () => {
  it('is version 3.1 of OpenAPI and 2.5.0 of the contract, and has the ten endpoints', async () => {
    const document = await readDocument();
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: '2.5.0' });
    const found = operationsOf(document).map(
      ({ method, path }) => `${method} ${path.replace('/api/v1/external', '')}`,
    );
    expect(found.sort()).toEqual(OPERATIONS);
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(10);
  });

  it('has only references that lead somewhere', async () => {
    const document = await readDocument();
    const refs = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(refs.length).toBeGreaterThan(20);
    for (const ref of refs) {
      expect(ref).toMatch(/^#\/components\//);
      expect(resolve(document, ref), ref).toBeTypeOf('object');
    }
  });

  it('describes every answer, with a schema, and Retry-After where there is a 429', async () => {
    for (const { path, operation } of operationsOf(await readDocument())) {
      expect(Object.keys(operation.responses), path).toEqual(expect.arrayContaining(['200', '401', '429']));
      for (const [status, answer] of Object.entries<Loose>(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(answer.description, path).toMatch(/./);
        expect(Object.keys(answer.content['application/json'].schema), `${path} ${status}`).not.toEqual([]);
      }
      expect(operation.responses['429'].headers['Retry-After']).toMatchObject({ schema: { type: 'string' } });
    }
  });

  it('declares each parameter once, and exactly the path parameters that the path has', async () => {
    for (const { path, operation } of operationsOf(await readDocument())) {
      const parameters: Loose[] = operation.parameters ?? [];
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required === true)).toBe(true);
      expect(parameters.every(({ schema }) => typeof schema === 'object')).toBe(true);
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
    }
  });

  it('declares both ways to send the key, and every operation accepts either', async () => {
    const document = await readDocument();
    expect(document.components.securitySchemes).toEqual({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
    });
    for (const { operation } of operationsOf(document)) {
      expect(operation.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
    }
  });

  it('marks the parameters whose names the contract does not show', async () => {
    const marked = operationsOf(await readDocument()).flatMap(({ path, operation }) => {
      const names = (operation.parameters ?? [])
        .filter((parameter: Loose) => parameter['x-name-unconfirmed'] === true)
        .map(({ name }: Loose) => name);
      return names.length === 0 ? [] : [[path.replace('/api/v1/external', ''), names]];
    });
    expect(Object.fromEntries(marked)).toEqual({
      '/threats': ['email', 'tuid', 'category', 'source'],
      '/users': ['search'],
      '/nhi/personas': [
        'search',
        'nhi_class',
        'provider',
        'status',
        'has_persona',
        'page_size',
        'next_cursor',
      ],
    });
  });
});

describe('the page', () => {
  const readPage = async (url = '/docs'): Promise<string> => (await createHarness().send(url)).body;

  it('is where the root leads, and loads nothing from anywhere', async () => {
    const root = await createHarness().send('/');
    expect([root.status, root.headers.get('Location')]).toEqual([302, '/docs']);
    const page = await readPage();
    expect(page).not.toMatch(/<script|<img|<iframe|@import|url\(|\ssrc=|undefined|\[object/);
    for (const [, target = ''] of page.matchAll(/href="([^"]*)"/g)) {
      expect(target).toMatch(/^(?:#.+|\/openapi\.json|data:,)$/);
      if (target.startsWith('#')) expect(page).toContain(`id="${target.slice(1)}"`);
    }
  });

  it('has a curl line per endpoint, for the address it was read at', async () => {
    const page = await readPage('http://localhost:4321/docs');
    const lines = [...page.matchAll(/<pre class="curl"[^>]*><code>([^<]*)</g)].map(([, line = '']) =>
      line.replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
    );
    const at = 'http://localhost:4321/api/v1/external';
    expect(lines).toHaveLength(10);
    expect(lines).toContain(`curl -H "X-API-Key: $KEY" "${at}/cases?page_size=10"`);
    expect(lines).toContain(`curl -H "X-API-Key: $KEY" "${at}/nhi/personas/$NUID/detail"`);
    expect(lines).toContain(`curl -H "X-API-Key: $KEY" "${at}/integrations/cloud_directory"`);
    expect(lines.find((line) => line.startsWith('curl -X POST'))).toContain(`"${at}/cases/$CASE_ID/verdict"`);
  });

  it('puts no foreign host into a line for a shell', async () => {
    const page = await readPage('http://evil.example/docs');
    expect(page).not.toContain('evil.example');
    expect(page).toContain('http://127.0.0.1:PORT/api/v1/external/cases');
  });

  it('marks the twelve names that the contract does not confirm', async () => {
    expect((await readPage()).match(/name not confirmed by the contract/g)).toHaveLength(12);
  });
});
