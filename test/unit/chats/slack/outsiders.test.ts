import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../lib/base/clock.ts';
import { createSlackApi, type SlackAnswer, type SlackApi } from '../../../../lib/chats/slack/api.ts';
import { createOutsiders } from '../../../../lib/chats/slack/outsiders.ts';
import { type Slack, startSlack } from '../../../../local/slack/server.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const log = () => undefined;
const MINUTE_MS = 60_000;

describe('in the strict Slack on this machine, an outsider', () => {
  let slack: Slack;
  beforeAll(async () => {
    slack = await startSlack({
      rates: false,
      users: [
        { id: 'U0000ADA', name: 'ada', realName: 'Ada Winter', email: 'ada@acme.com' },
        { id: 'U000GUEST', name: 'gus', guest: 'multi-channel' },
        { id: 'U0SINGLE1', name: 'sia', guest: 'single-channel' },
        { id: 'U0PARTNER', name: 'pat', teamId: 'T0PARTNER1' },
        { id: 'U0STRANGE', name: 'sam', teamId: 'T0PARTNER1' },
      ],
      channels: [{ name: 'soc', members: ['U0000ADA', 'U000GUEST', 'U0SINGLE1', 'U0PARTNER'] }],
    });
  });
  afterAll(() => slack.close());
  const ask = () =>
    createOutsiders({
      api: createSlackApi({ token: slack.botToken, baseUrl: slack.url }),
      clock: systemClock,
      log,
    });

  it.each([
    ['U0000ADA', 'no'],
    ['U000GUEST', 'yes'],
    ['U0SINGLE1', 'yes'],
    ['U0PARTNER', 'yes'],
    ['U0STRANGE', 'yes'],
    ['U0NOBODY0', 'yes'],
  ])('is told apart: %s %s', async (userId, expected) => {
    expect(await ask().isOutsider(userId, null)).toBe(expected);
  });

  it('cannot be told apart without the right to ask', async () => {
    slack.setScopes(['chat:write']);
    expect(await ask().isOutsider('U0000ADA', null)).toBe('no-right');
    slack.setScopes(['chat:write', 'users:read']);
    expect(await ask().isOutsider('U0000ADA', null)).toBe('no');
  });

  it('is called by the real name, and the address is told with its own right, of nobody from outside', async () => {
    const [ada, guest, partner] = ['U0000ADA', 'U000GUEST', 'U0PARTNER'].map((id) =>
      ask().profileOf(id, null),
    );
    expect(await ada).toMatchObject({ name: 'Ada Winter', email: null });
    slack.setScopes(['chat:write', 'users:read', 'users:read.email']);
    expect(await ask().profileOf('U0000ADA', null)).toMatchObject({ email: 'ada@acme.com' });
    for (const one of [
      guest,
      partner,
      ask().profileOf('U000GUEST', null),
      ask().profileOf('U0PARTNER', null),
    ])
      expect(await one).toMatchObject({ email: null });
    expect(await ask().profileOf('U0STRANGE', null)).toMatchObject({ email: null });
  });
});

describe('what Slack says about a person', () => {
  const HOME = { ok: true, team_id: 'T0ACME', enterprise_id: null };
  const MEMBER = { id: 'U1', team_id: 'T0ACME', is_restricted: false, is_ultra_restricted: false };
  const ok = (body: object): SlackAnswer => ({ is: 'ok', body: { ok: true, ...body } });

  function setUp(user: object | SlackAnswer, home: object | SlackAnswer = HOME) {
    const clock = createManualClock();
    const says = { user: asAnswer(user, (one) => ({ user: one })), home: asAnswer(home, (one) => one) };
    const asked: string[] = [];
    const api: SlackApi = {
      async call(method) {
        asked.push(method);
        await Promise.resolve();
        return method === 'auth.test' ? says.home : says.user;
      },
    };
    return { clock, says, asked, ...createOutsiders({ api, clock, log }) };
  }
  const asAnswer = (given: object | SlackAnswer, wrap: (one: object) => object): SlackAnswer =>
    'is' in given ? (given as SlackAnswer) : ok(wrap(given));

  it.each<[string, object, object | undefined, string]>([
    ['a member', MEMBER, undefined, 'no'],
    [
      'a member of the organization',
      { ...MEMBER, team_id: 'E0ACME' },
      { ...HOME, enterprise_id: 'E0ACME' },
      'no',
    ],
    [
      'a member of another workspace of the organization',
      { ...MEMBER, team_id: 'T0OTHER', enterprise_user: { enterprise_id: 'E0ACME' } },
      { ...HOME, enterprise_id: 'E0ACME' },
      'no',
    ],
    [
      'of another organization',
      { ...MEMBER, team_id: 'T0X', enterprise_user: { enterprise_id: 'E0X' } },
      undefined,
      'yes',
    ],
    ['a stranger', { ...MEMBER, is_stranger: true }, undefined, 'yes'],
    ['switched off', { ...MEMBER, deleted: true }, undefined, 'yes'],
    ['of no workspace', { ...MEMBER, team_id: undefined }, undefined, 'unknown'],
    ['without a word on guests', { id: 'U1', team_id: 'T0ACME' }, undefined, 'unknown'],
    ['another person', { ...MEMBER, id: 'U2' }, undefined, 'unknown'],
    ['nothing', { is: 'ok', body: { ok: true } }, undefined, 'unknown'],
    ['no answer', { is: 'unknown', reason: 'x' }, undefined, 'unknown'],
    ['a member, of an unknown home', MEMBER, { is: 'failed', reason: 'x' }, 'unknown'],
    [
      'nobody whom the app may see',
      { is: 'refused', code: 'user_not_visible', permanent: true, reason: 'x' },
      undefined,
      'yes',
    ],
  ])('means: %s', async (_, user, home, expected) => {
    expect(await setUp(user, home).isOutsider('U1', null)).toBe(expected);
    const said = { ...user, real_name: 'Eve', profile: { email: 'ada@acme.com' } };
    const profile = await setUp('is' in user ? user : said, home).profileOf('U1', null);
    expect(profile?.email ?? null).toBe(expected === 'no' ? 'ada@acme.com' : null);
  });

  it.each([{ is_bot: true }, { is_email_confirmed: false }, { profile: null }])(
    'vouches for no address: %j',
    async (more) => {
      const user = { ...MEMBER, profile: { email: 'ada@acme.com' }, ...more };
      expect(await setUp(user).profileOf('U1', null)).toMatchObject({ email: null });
    },
  );

  it('is remembered for five minutes, and for half an hour while Slack is down', async () => {
    const { isOutsider, clock, says, asked } = setUp(MEMBER);
    expect(await Promise.all([isOutsider('U1', null), isOutsider('U1', null)])).toEqual(['no', 'no']);
    says.user = ok({ user: { ...MEMBER, is_restricted: true } });
    clock.advance(5 * MINUTE_MS - 1);
    expect(await isOutsider('U1', null)).toBe('no');
    expect(asked.toSorted()).toEqual(['auth.test', 'users.info']);
    clock.advance(1);
    expect(await isOutsider('U1', null)).toBe('yes');
    says.user = { is: 'unknown', reason: 'down' };
    clock.advance(30 * MINUTE_MS - 1);
    expect(await isOutsider('U1', null)).toBe('yes');
    clock.advance(1);
    expect(await isOutsider('U1', null)).toBe('unknown');
  });

  it('is asked for again after a pause, and no sooner than Slack asked for', async () => {
    const { isOutsider, clock, says } = setUp({ is: 'busy', retryAfterMs: 20_000 });
    expect(await isOutsider('U1', null)).toBe('unknown');
    says.user = ok({ user: MEMBER });
    clock.advance(19_999);
    expect(await isOutsider('U1', null)).toBe('unknown');
    clock.advance(1);
    expect(await isOutsider('U1', null)).toBe('no');
  });

  it('never throws: a secret that cannot be read leaves it open', async () => {
    const api: SlackApi = { call: () => Promise.reject(new Error('no secret')) };
    const { isOutsider, profileOf } = createOutsiders({ api, clock: createManualClock(), log });
    expect(await isOutsider('U1', null)).toBe('unknown');
    expect(await profileOf('U1', null)).toBeNull();
  });
});
