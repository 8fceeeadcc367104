import { describe, expect, it } from 'vitest';
import { judgeConsent, judgeConversation } from '../../../cli/commands/teams-checks.ts';
import { judgeConcurrency } from '../../../cli/doctor/check-account.ts';
import { aheadOf, judgeClock } from '../../../cli/doctor/check-clock.ts';
import { judgeAddresses, judgeTried } from '../../../cli/doctor/check-webhooks.ts';
import { kindOfRefusal } from '../../../lib/chats/teams/refusals.ts';

const refused = (code: string) => ({ is: 'refused', code, kind: kindOfRefusal(code), reason: code }) as never;
const may = () => true;

describe('a line of the doctor', () => {
  it.each([
    ['a clock that is right', judgeClock('AWS', -900), 'well', /within 1 s/],
    ['a clock that is ahead', judgeClock('AWS', 400_000), 'wrong', /400 s ahead: set it by NTP/],
    ['a clock that is behind', judgeClock('AWS', -61_000), 'wrong', /61 s behind/],
    ['nobody who says the time', judgeClock('AWS', null), 'unknown', /did not say/],
    ['a reservation that fits', judgeConcurrency(1_000, 20, 900), 'well', /1000/],
    ['a reservation that AWS refuses', judgeConcurrency(1_000, 20, 901), 'wrong', /make it 900 or less/],
    ['a reservation in a small account', judgeConcurrency(60, 20, 10), 'wrong', /make it 0 or less/],
    ['a webhook', judgeAddresses('siem', 'a.example', ['9.9.9.9'], may), 'well', /may be called/],
    [
      'a webhook that is nowhere',
      judgeAddresses('siem', 'a.example', null, may),
      'wrong',
      /not known to the DNS/,
    ],
    [
      'a webhook on a private address',
      judgeAddresses('siem', 'a.example', ['9.9.9.9', '10.0.0.1'], (one) => one !== '10.0.0.1'),
      'wrong',
      /a\.example is 10\.0\.0\.1, .*siem\.privateRanges/,
    ],
    ['a test that was taken', judgeTried('siem', { is: 'taken', reason: null }), 'well', /taken/],
    [
      'a test that was refused',
      judgeTried('siem', { is: 'refused', reason: '401' }),
      'wrong',
      /webhook test siem/,
    ],
    [
      'a test that waits',
      judgeTried('siem', { is: 'waits', reason: null }),
      'unknown',
      /does the bridge run/,
    ],
    ['a channel', judgeConversation('soc', refused('MemberNotFoundInConversation')), 'well', /in its team/],
    [
      'a channel without the bot',
      judgeConversation('soc', refused('BotNotInConversationRoster')),
      'wrong',
      /\(BotNotInConversationRoster\): add the app/,
    ],
    [
      'a bot that is not registered',
      judgeConversation('soc', refused('unauthorized'), true),
      'wrong',
      /teams\.appId/,
    ],
    [
      'a channel without the bot before the deployment',
      judgeConversation('soc', refused('BotNotInConversationRoster'), true),
      'warning',
      /add the app/,
    ],
    [
      'Teams that says something else of somebody who does not exist',
      judgeConversation('soc', refused('BadSyntax')),
      'unknown',
      /BadSyntax/,
    ],
    [
      'Teams that is busy',
      judgeConversation('soc', { is: 'busy', retryAfterMs: 1 }),
      'unknown',
      /first post/,
    ],
  ])('says of %s what it is', (_, { is, sentence }, wanted, words) => {
    expect([is, sentence]).toEqual([wanted, expect.stringMatching(words)]);
  });

  it('says of groups in Teams whether the tenant has consented, where some are named', () => {
    expect(judgeConsent(false, null)).toEqual([]);
    expect(judgeConsent(true, { is: 'known', value: [] })[0]?.is).toBe('well');
    expect(judgeConsent(true, { is: 'failed', noRight: true })[0]).toMatchObject({
      is: 'wrong',
      sentence: expect.stringMatching(/has to consent to GroupMember\.Read\.All/),
    });
    expect(judgeConsent(true, { is: 'failed' })[0]?.is).toBe('unknown');
  });

  it('takes the time from any answer, and none from a strange one', async () => {
    const url = new URL('https://sts.eu-west-1.amazonaws.com/');
    const answering = (date: string | undefined) => ({
      send: async () => ({ status: 302, headers: { date }, body: '' }),
    });
    const now = () => Date.parse('2026-11-17T02:00:30Z');
    expect(await aheadOf(answering('Tue, 17 Nov 2026 02:00:00 GMT'), url, now)).toBe(30_000);
    expect(await aheadOf(answering('yesterday'), url, now)).toBeNull();
    expect(await aheadOf(answering(undefined), url, now)).toBeNull();
    expect(await aheadOf({ send: () => Promise.reject(new Error('no')) }, url, now)).toBeNull();
  });
});
