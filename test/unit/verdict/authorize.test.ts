import { describe, expect, it } from 'vitest';
import { type ChatName, sectionOf } from '../../../lib/config/chats.ts';
import type { VerdictsConfig } from '../../../lib/config/define-bridge.ts';
import type { Destination } from '../../../lib/config/destinations.ts';
import { type AuthorizeRequest, authorize } from '../../../lib/verdict/authorize.ts';
import type { Person } from '../../../lib/verdict/case-verdict.ts';

const ada: Person = { surface: 'slack', id: 'U0000ADA', name: 'Ada' };
const bo: Person = { surface: 'slack', id: 'U00000BO', name: 'Bo' };
const entra = '0b1c8a52-0000-4000-8000-00000000ABCD';
const tess: Person = { surface: 'teams', id: entra.toLowerCase(), name: 'Tess' };
const slack: Destination = { type: 'slack', channel: 'C0000SOC', token: '/t' };
const teams: Destination = { type: 'teams', channel: '19:abc@thread.tacv2' };
const NAMED = { slackUsers: [], slackGroups: [], teamsUsers: [] };

const asking = (allow: VerdictsConfig['allow'], change: Partial<AuthorizeRequest> = {}) =>
  authorize({
    verdicts: { allow } as VerdictsConfig,
    person: ada,
    channelId: 'C0000SOC',
    destination: slack,
    namedIn: sectionOf((change.person ?? ada).surface as ChatName).namedIn,
    isMember: async () => {
      throw new Error('nobody should have asked');
    },
    ...change,
  });

describe('anyone in the channel', () => {
  it('may decide in the very channel of the destination', async () => {
    expect(await asking('anyone-in-channel')).toEqual({ is: 'allowed' });
    const inTeams = { person: tess, destination: teams, channelId: '19:abc@thread.tacv2' };
    expect(await asking('anyone-in-channel', inTeams)).toEqual({ is: 'allowed' });
  });

  it.each<[string, Partial<AuthorizeRequest>]>([
    ['another channel', { channelId: 'C0000ALL' }],
    ['nowhere that Slack says', { channelId: null }],
    ['a destination that is no longer configured', { destination: undefined }],
    ['a destination of another surface', { destination: { ...teams, channel: 'C0000SOC' } }],
    ['a webhook', { destination: { type: 'webhook', url: 'https://x.example', secret: '/s' } }],
    [
      'a channel that cannot answer',
      { person: tess, destination: { type: 'teams', workflowUrl: '/w' }, channelId: null },
    ],
  ])('may not decide from %s', async (_, change) => {
    expect(await asking('anyone-in-channel', change)).toMatchObject({ is: 'denied' });
  });
});

describe('named people', () => {
  it('may decide, each where they are known', async () => {
    expect(await asking({ ...NAMED, slackUsers: [ada.id] })).toEqual({ is: 'allowed' });
    expect(await asking({ ...NAMED, teamsUsers: [entra] }, { person: tess })).toEqual({ is: 'allowed' });
  });

  it('are not others, nor the same id elsewhere', async () => {
    expect(await asking({ ...NAMED, slackUsers: [bo.id] })).toMatchObject({ is: 'denied' });
    expect(await asking({ ...NAMED, teamsUsers: [ada.id] })).toMatchObject({ is: 'denied' });
    expect(await asking({ ...NAMED, slackUsers: [tess.id] }, { person: tess })).toMatchObject({
      is: 'denied',
    });
    expect(await asking({ ...NAMED, slackGroups: ['S1'] }, { person: tess })).toMatchObject({ is: 'denied' });
  });

  it('are nobody when the configuration no longer says who', async () => {
    expect(await asking('anyone-in-channel', { verdicts: undefined })).toMatchObject({ is: 'denied' });
  });
});

describe('groups', () => {
  const among = (answers: Record<string, 'yes' | 'no' | 'unknown'>) =>
    asking(
      { ...NAMED, slackGroups: Object.keys(answers) },
      { isMember: async (group, user) => (user === ada.id ? (answers[group] ?? 'no') : 'no') },
    );

  it('let their members decide, also when another group cannot be asked', async () => {
    expect(await among({ S1: 'no', S2: 'yes' })).toEqual({ is: 'allowed' });
    expect(await among({ S1: 'unknown', S2: 'yes' })).toEqual({ is: 'allowed' });
  });

  it('let nobody else, and nobody when it is not known', async () => {
    expect(await among({ S1: 'no', S2: 'no' })).toMatchObject({ is: 'denied' });
    expect(await among({ S1: 'no', S2: 'unknown' })).toMatchObject({ is: 'unknown' });
  });

  it('are not asked about somebody who is named', async () => {
    expect(await asking({ ...NAMED, slackUsers: [ada.id], slackGroups: ['S1'] })).toEqual({ is: 'allowed' });
  });
});
