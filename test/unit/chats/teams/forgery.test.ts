import { describe, expect, it } from 'vitest';
import { shareOf } from '../../../support/extent.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createDice } from '../slack/forgeries.ts';
import { changedToken, FORGERIES, type Keys } from './forgeries.ts';
import {
  APP_ID,
  arrive,
  CLICK,
  claims,
  createEdge,
  createKeyServer,
  createPair,
  jwkOf,
  NOW_MS,
  place,
  renamed,
  SERVICE_URL,
  TENANT_ID,
  tokenOf,
} from './requests.ts';

const other = createPair('stranger');
const keys: Keys = {
  genuine: createPair('k1'),
  other,
  outsider: createPair('k2'),
  // Making keys is slow, and nobody knows these two.
  retired: { ...other, kid: 'k0' },
};
const published = [jwkOf(keys.genuine), jwkOf(keys.outsider, ['webchat', 'directline'])];
const names = Object.keys(FORGERIES);
const CHANGED = shareOf(5_000, 5);
const TELLS_TOO_MUCH = /eyJ|[0-9a-f]{8}-[0-9a-f]{4}|https?:/;

describe('a forged request', () => {
  it('is broken in at least forty ways', () => expect(names.length).toBeGreaterThanOrEqual(40));

  it.each(names)('is refused, and nothing of it repeated: %s', async (name) => {
    const verify = createEdge(createKeyServer(published));
    const verdict = await verify(FORGERIES[name]?.(keys) as ReturnType<typeof arrive>);
    if (verdict.ok) throw new Error('accepted');
    expect([400, 401, 413]).toContain(verdict.status);
    expect(verdict.reason).not.toMatch(TELLS_TOO_MUCH);
  });

  it(`is refused with any one change to its token, ${CHANGED} times`, async () => {
    const verify = createEdge(createKeyServer(published));
    const dice = createDice(20261115);
    const genuine = [
      tokenOf(keys.genuine),
      tokenOf(keys.genuine, claims({ exp: NOW_MS / 1000 + 100 })),
    ] as const;
    let refused = 0;
    for (let round = 0; round < CHANGED; round++) {
      const changed = changedToken(dice, genuine);
      if ((await verify(arrive(changed))).ok) throw new Error(`accepted in round ${round}: ${changed}`);
      refused++;
    }
    expect(refused).toBe(CHANGED);
  });
});

describe('what is disputed', () => {
  const disputed = async (name: string) => {
    const verdict = await createEdge(createKeyServer(published))(
      FORGERIES[name]?.(keys) as ReturnType<typeof arrive>,
    );
    return verdict.ok ? undefined : verdict.disputed === true;
  };

  it.each([
    'another bot',
    'another tenant',
    'the issuer of another cloud',
    'another service address in the token',
    // It names our bot: so it is when the configuration has another cloud.
    'an unknown key',
  ])('is what Microsoft may have sent: %s', async (name) => expect(await disputed(name)).toBe(true));

  it.each([
    'two parts',
    'no signature',
    'a key of their own under a genuine name',
    'the signature of another token',
    'expired by more than five minutes',
    'a body of two megabytes',
  ])('is nothing that anybody could send: %s', async (name) => expect(await disputed(name)).toBe(false));
});

describe('a genuine request', () => {
  it('is accepted, within five minutes of its times, however its ids are written', async () => {
    const verify = createEdge(createKeyServer(published));
    const nowS = NOW_MS / 1000;
    for (const changes of [
      {},
      { exp: nowS - 290 },
      { nbf: nowS + 290 },
      { aud: APP_ID.toUpperCase() },
      { extra: 'claim' },
    ]) {
      expect(await verify(arrive(tokenOf(keys.genuine, claims(changes))))).toMatchObject({ ok: true });
    }
    const shouting = { ...CLICK, ...place(TENANT_ID.toUpperCase()) };
    expect(await verify(arrive(tokenOf(keys.genuine), shouting))).toMatchObject({ ok: true });
    // As Microsoft's own SDK compares them.
    for (const serviceurl of [SERVICE_URL.slice(0, -1), SERVICE_URL.toUpperCase()]) {
      const token = tokenOf(keys.genuine, claims({ serviceurl }));
      expect(await verify(arrive(token))).toMatchObject({ ok: true });
      const body = { ...CLICK, serviceUrl: serviceurl };
      expect(await verify(arrive(tokenOf(keys.genuine), body))).toMatchObject({ ok: true });
    }
    // Teams leaves one of the two empty now and then: it says nothing then, and the other one counts.
    for (const name of ['channelData', 'conversation'] as const) {
      const silent = { ...CLICK, [name]: place('')[name] };
      expect(await verify(arrive(tokenOf(keys.genuine), silent))).toMatchObject({ ok: true });
    }
    expect(await verify(arrive(tokenOf(keys.genuine, claims(), { typ: undefined })))).toMatchObject({
      ok: true,
    });
  });

  it('says what was pressed, by whom and where', async () => {
    const verify = createEdge(createKeyServer(published));
    expect(await verify(arrive(tokenOf(keys.genuine)))).toMatchObject({
      ok: true,
      activity: {
        kind: 'card-click',
        via: 'invoke',
        verb: 'verdict:TRUE_POSITIVE',
        messageId: '1763197200000',
        user: { name: 'Mira Söder' },
        origin: { serviceUrl: SERVICE_URL, channelId: 'msteams', tenantIds: [TENANT_ID, TENANT_ID] },
      },
    });
  });
});

describe('the keys', () => {
  const HOUR_MS = 3_600_000;
  const create = () => {
    const clock = createManualClock(NOW_MS);
    const server = createKeyServer(published);
    const verify = createEdge(server, clock);
    const statusOfToken = async (token: string): Promise<number> => {
      const verdict = await verify(arrive(token));
      return verdict.ok ? 200 : verdict.status;
    };
    const statusOf = (pair = keys.genuine): Promise<number> => {
      const nowS = clock.now() / 1000;
      return statusOfToken(tokenOf(pair, claims({ nbf: nowS, exp: nowS + 60 })));
    };
    return { clock, server, statusOf, statusOfToken };
  };

  it('are read once for a day, by all who ask at the same time', async () => {
    const { clock, server, statusOf } = create();
    expect(await Promise.all(Array.from({ length: 20 }, () => statusOf()))).toEqual(Array(20).fill(200));
    clock.advance(23 * HOUR_MS);
    expect(await statusOf()).toBe(200);
    expect(server.requests).toHaveLength(2);
    clock.advance(2 * HOUR_MS);
    expect(await statusOf()).toBe(200);
    expect(server.requests).toHaveLength(4);
  });

  it('are not fetched without limit for a storm of unknown names', async () => {
    const { clock, server, statusOf, statusOfToken } = create();
    await statusOf();
    const forged = tokenOf(keys.other);
    for (let round = 0; round < 300; round++) {
      clock.advance(3_000);
      const storm = await Promise.all(
        [0, 1].map((index) => statusOfToken(renamed(forged, `storm-${round}-${index}`))),
      );
      expect(storm).toEqual([401, 401]);
    }
    // Fifteen minutes: once at first, then once in five minutes, two requests each.
    expect(server.requests.length).toBeLessThanOrEqual(8);
    expect(await statusOf()).toBe(200);
  });

  it('that are new are found soon, and those that were withdrawn count no more', async () => {
    const { clock, server, statusOf } = create();
    expect(await statusOf()).toBe(200);
    server.state.keys = [jwkOf(keys.retired)];
    clock.advance(6 * 60_000);
    expect(await statusOf(keys.retired)).toBe(200);
    expect(await statusOf(keys.genuine)).toBe(401);
  });

  it('count for three days while nobody can be asked, and no longer', async () => {
    const { clock, server, statusOf } = create();
    expect(await statusOf()).toBe(200);
    server.state.down = true;
    clock.advance(71 * HOUR_MS);
    expect(await statusOf()).toBe(200);
    const asked = server.requests.length;
    for (let click = 0; click < 50; click++) expect(await statusOf()).toBe(200);
    expect(server.requests.length).toBe(asked);
    clock.advance(2 * HOUR_MS);
    expect(await statusOf()).toBe(503);
    server.state.down = false;
    clock.advance(6_000);
    expect(await statusOf()).toBe(200);
  });

  it.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['on another host', { jwks_uri: 'https://evil.example/keys' }],
    ['at no address', { jwks_uri: 'keys' }],
    ['nowhere', { jwks_uri: undefined }],
  ])('are not taken when the document names those %s', async (_, changes) => {
    const { server, statusOf } = create();
    server.state.document = { ...server.state.document, ...changes };
    expect(await statusOf()).toBe(503);
    expect(server.requests.every((url) => !url.includes('evil'))).toBe(true);
  });

  it('that cannot be read do not take the others with them', async () => {
    const { server, statusOf } = create();
    server.state.keys = [
      { kid: 'k9', kty: 'EC' },
      { ...jwkOf(keys.genuine), kid: 'k8', n: '!' },
      ...published,
    ];
    expect(await statusOf()).toBe(200);
  });
});
