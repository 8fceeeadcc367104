import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostureEvent } from '../../lib/posture/request.ts';
import { collect, failure } from '../support/client.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { type ReferenceServer, startReferenceServer } from '../support/posture-api.ts';

const ORDERS = ['newest-first', 'oldest-first', 'by-id', 'shuffled'] as const;

interface Samples {
  case_id: string;
  event_id: string;
  tuid_with_persona: string;
  tuid_with_placeholder: string;
  nuid: string;
  connector_types: Record<string, string>;
  drift_id: string;
  user_email: string;
  user_principal_name: string;
}

let server: ReferenceServer;
let samples: Samples;
const repaired: PostureEvent[] = [];
const observe = (event: PostureEvent) => event.type === 'repaired' && repaired.push(event);

beforeAll(async () => {
  server = await startReferenceServer({
    seed: 7,
    cases: 430,
    threats: 1_050,
    users: 230,
    nhi: 210,
    readLimit: 0,
  });
  const answer = await server.control<{ domains: { acme: Samples } }>('GET', '/samples');
  samples = answer.domains.acme;
});
afterAll(() => server.close());
beforeEach(async () => {
  repaired.length = 0;
  await server.control('DELETE', '/faults');
  await server.control('DELETE', '/verdicts');
});

describe.each(ORDERS)('with lists %s, the client', (order) => {
  beforeAll(() => server.control('POST', '/settings', { order }));

  it('reads all ten endpoints, with nothing rejected and nothing repaired', async () => {
    const client = server.client({ observe });
    const lists = { cases: 430, threats: 1_050, users: 230, nhis: 210 } as const;
    const idKeys = { cases: 'case_id', threats: 'event_id', users: 'tuid', nhis: 'nuid' } as const;
    for (const list of ['cases', 'threats', 'users', 'nhis'] as const) {
      const pages = await collect<{
        items: readonly Record<string, unknown>[];
        rejected: readonly unknown[];
      }>(client[list].pages());
      const ids = pages.flatMap((page) => page.items.map((item) => item[idKeys[list]]));
      expect(new Set(ids).size, list).toBe(lists[list]);
      expect(ids, list).toHaveLength(lists[list]);
      expect(pages.flatMap((page) => page.rejected)).toEqual([]);
      expect(pages, list).toHaveLength(Math.ceil(lists[list] / 200));
    }
    expect(await client.personaOverview(samples.tuid_with_persona)).toMatchObject({
      tuid: samples.tuid_with_persona,
    });
    expect(await client.personaDetail(samples.tuid_with_persona)).toMatchObject({
      variant: 'persona',
      persona: { tuid: samples.tuid_with_persona, contract_version: expect.any(Number) },
    });
    expect(await client.personaDetail(samples.tuid_with_placeholder)).toMatchObject({
      variant: 'placeholder',
    });
    expect(await client.nhiDetail(samples.nuid)).toMatchObject({ nuid: samples.nuid });
    for (const [status, type] of Object.entries(samples.connector_types)) {
      expect(await client.integration(type)).toMatchObject({ connector_type: type, status });
    }
    expect(await client.drift(samples.drift_id)).toMatchObject({ drift_id: samples.drift_id });
    expect(
      await client.submitVerdict(samples.case_id, { outcome: 'ESCALATED', comment: order }),
    ).toMatchObject({
      status: 'recorded',
      result: { case_id: samples.case_id, outcome: 'ESCALATED', resolved: false },
    });
    expect(repaired).toEqual([]);
  });
});

describe('filters', () => {
  it('give the same answer whether the server knows the parameter or not', async () => {
    const knowing = server.client();
    const ignored = { email: 'x1', tuid: 'x2', category: 'x3', source: 'x4' };
    const ignoring = server.client({
      parameterNames: {
        threats: ignored,
        users: { search: 'x1' },
        nhi: { search: 'x1', classes: 'x2', providers: 'x3', status: 'x4', hasPersona: 'x5' },
      },
    });
    const [threat] = (await knowing.threats.page({ pageSize: 1 })).items;
    const [nhi] = (await knowing.nhis.page({ pageSize: 1 })).items;
    const threatFilters = [
      { email: threat?.user_email ?? '' },
      { tuid: threat?.tuid ?? '' },
      { category: threat?.category?.[0] ?? '' },
      { source: threat?.source ?? '', email: threat?.user_email ?? '' },
    ];
    const nhiFilters = [
      { search: nhi?.display_name?.slice(0, 4) ?? '' },
      { classes: [nhi?.nhi_class ?? ''] },
      { providers: [nhi?.provider?.label ?? ''], status: 'dormant' as const },
      { hasPersona: false },
      { status: 'all' as const },
    ];
    const compare = async (
      read: (client: typeof knowing) => AsyncIterable<{ items: readonly unknown[] }>,
    ) => {
      const [a, b] = await Promise.all([knowing, ignoring].map((client) => collect(read(client))));
      const items = a?.flatMap((page) => page.items);
      expect(items?.length).toBeGreaterThan(0);
      expect(b?.flatMap((page) => page.items)).toEqual(items);
    };
    for (const filter of threatFilters) await compare((client) => client.threats.pages({ filter }));
    for (const filter of nhiFilters) await compare((client) => client.nhis.pages({ filter }));
    await compare((client) => client.users.pages({ filter: { search: 'an' } }));
  });

  it('find a user by UPN and an identity by its application id, which list items do not show', async () => {
    const client = server.client();
    const users = (await collect(client.users.pages())).flatMap((page) => page.items);
    const mailOf = (user: (typeof users)[number]) => user.email_addresses?.[0];
    const threats = (await collect(client.threats.pages())).flatMap((page) => page.items);
    const person = users.find(
      (user) =>
        user.user_principal_name !== mailOf(user) &&
        threats.some((threat) => threat.user_email === mailOf(user)),
    );
    const filter = { email: person?.user_principal_name ?? '' };
    const found = (await collect(client.threats.pages({ filter }))).flatMap((page) => page.items);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((threat) => threat.tuid === person?.tuid)).toBe(true);

    const detail = await client.nhiDetail(samples.nuid);
    const byApp = await client.nhis.page({ filter: { search: detail.identity?.app_id ?? '' } });
    expect(byApp.items.map((item) => item.nuid)).toEqual([samples.nuid]);
  });
});

describe('faults on the wire', () => {
  const faults = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, headers: { 'Retry-After': '1' } },
    { kind: 'status', status: 429 },
    { kind: 'drop' },
    { kind: 'drop-after' },
    { kind: 'cut' },
    { kind: 'delay', delay_ms: 2_000 },
  ];

  it.each(faults)('%o: a list is read whole all the same', async (fault) => {
    await server.control('POST', '/faults', { path: '/threats', times: 2, ...fault });
    const client = server.client({ clock: createManualClock(Date.now()), timeoutMs: 1_000 });
    const pages = await collect(client.threats.pages());
    expect(new Set(pages.flatMap((page) => page.items.map((item) => item.event_id))).size).toBe(1_050);
  });

  it.each([
    [{ kind: 'status', status: 401 }, 'unauthorized'],
    [{ kind: 'status', status: 404 }, 'not_found'],
    [{ kind: 'malformed' }, 'malformed'],
  ])('%o: is reported as "%s" at once', async (fault, code) => {
    await server.control('POST', '/faults', { path: '/cases', times: 5, ...fault });
    expect(await failure(server.client().cases.page())).toMatchObject({ code });
  });

  it.each([
    [{ kind: 'drop' }, 0],
    [{ kind: 'drop-after' }, 1],
    [{ kind: 'cut' }, 1],
    [{ kind: 'malformed' }, null],
    [{ kind: 'status', status: 502 }, null],
  ])('%o: a verdict is sent once and its end is unknown', async (fault, stored) => {
    await server.control('POST', '/faults', { path: '/cases/', method: 'POST', times: 5, ...fault });
    const ended = await server.client().submitVerdict(samples.case_id, { outcome: 'SAFE' });
    expect(ended).toMatchObject({ status: 'unknown' });
    const { verdicts } = await server.control<{ verdicts: unknown[] }>('GET', '/verdicts');
    expect(verdicts.length).toBeLessThanOrEqual(1);
    if (stored !== null) expect(verdicts).toHaveLength(stored);
  });
});

it('meets the documented errors: 401, 404, 423, 429', async () => {
  const limited = await startReferenceServer({ seed: 3, cases: 5, threats: 5, readLimit: 3 });
  try {
    expect(await failure(limited.client({ apiKey: 'wrong-key' }).cases.page())).toMatchObject({
      code: 'unauthorized',
    });
    const client = limited.client({ retries: 0, auth: 'bearer' });
    expect(await failure(client.drift('00000000-0000-4000-8000-000000000000'))).toMatchObject({
      code: 'not_found',
    });
    await limited.control('POST', '/readiness', { resource: 'threats', days_until_ready: 1.5 });
    expect(await failure(client.threats.page())).toMatchObject({
      code: 'not_ready',
      body: { error: 'resource_not_ready', resource: 'threats', days_until_ready: expect.closeTo(1.5) },
    });
    await client.cases.page();
    const error = await failure(client.cases.page());
    expect(error).toMatchObject({ code: 'rate_limited' });
    expect((error as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});
