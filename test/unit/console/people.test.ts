import { describe, expect, it } from 'vitest';
import { asPerson } from '../../../console/chat/chats.ts';
import { findPeople } from '../../../console/local-home/people.ts';
import { configOf, type Loose } from './harness.ts';

const slackOf = (people: object[], groups: object[] = []) =>
  ({
    directory: {
      people: new Map(people.map((one: Loose) => [one.id, { isBot: false, deleted: false, ...one }])),
      groups: new Map(groups.map((one: Loose) => [one.id, one])),
    },
  }) as Loose;
const teamsOf = (people: object[]) =>
  ({ directory: { people: new Map(people.map((one: Loose) => [one.id, one])), groups: new Map() } }) as Loose;

const CLEO = { id: 'U0CLEO000', displayName: 'Cleo Marsh' };
const ADA = { id: 'U0ADAWINTER', displayName: 'Ada Winter' };
const BO = { id: 'U0BOLARSEN', displayName: 'Bo Larsen' };
const config = configOf();
const LISTS = { slackUsers: [], slackGroups: [], teamsUsers: [], teamsGroups: [], people: [] };
const allowing = (allow: unknown): typeof config => ({
  ...config,
  verdicts: { ...(config.verdicts as Loose), allow },
});

describe('who one can be', () => {
  it('has those who may decide first, and leaves out what is no person', () => {
    const bot = { id: 'U0BOT', displayName: 'posture-bridge', isBot: true };
    const gone = { id: 'U0GONE', displayName: 'Gone', deleted: true };
    const people = findPeople({ slack: slackOf([bot, CLEO, ADA, BO, gone]) }, config);
    expect(people.map(({ id, role }) => [id, role])).toEqual([
      ['ada-winter', 'analyst'],
      ['bo-larsen', 'second analyst'],
      ['cleo-marsh', 'not allowed'],
    ]);
    expect(people[0] && asPerson(people[0])).toEqual({
      id: 'ada-winter',
      name: 'Ada Winter',
      role: 'analyst',
    });
  });

  it('takes the same name in Slack and Teams for one person', () => {
    const allow = { ...LISTS, teamsUsers: ['aad00000-0000-4000-8000-000000000001'] };
    const people = findPeople(
      {
        slack: slackOf([ADA]),
        teams: teamsOf([
          { id: '29:ada', name: 'Ada Winter', aadObjectId: 'AAD00000-0000-4000-8000-000000000001' },
          { id: '29:dan', name: 'Dan Ek', aadObjectId: 'other' },
        ]),
      },
      allowing(allow),
    );
    expect(people).toMatchObject([
      { name: 'Ada Winter', slackId: 'U0ADAWINTER', teamsId: '29:ada', role: 'analyst' },
      { name: 'Dan Ek', role: 'not allowed' },
    ]);
  });

  it('counts those in a group that may decide', () => {
    const allow = { ...LISTS, slackGroups: ['S0ANALYSTS'] };
    const slack = slackOf([CLEO, BO], [{ id: 'S0ANALYSTS', users: [BO.id] }]);
    const people = findPeople({ slack }, allowing(allow));
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ['Bo Larsen', 'analyst'],
      ['Cleo Marsh', 'not allowed'],
    ]);
  });

  it('counts those whom a scope names, or who are named once for all chats', () => {
    const people = { bo: { slack: BO.id } };
    const domains = { acme: { verdicts: { allow: { ...LISTS, people: ['bo'] } } } } as Loose;
    const found = findPeople({ slack: slackOf([CLEO, BO]) }, { ...allowing(LISTS), people, domains });
    expect(found.map(({ name, role }) => [name, role])).toEqual([
      ['Bo Larsen', 'analyst'],
      ['Cleo Marsh', 'not allowed'],
    ]);
  });

  it('lets everybody decide, or nobody, when the configuration says so', () => {
    const standIns = { slack: slackOf([ADA, BO, CLEO]) };
    const anyone = findPeople(standIns, allowing('anyone-in-channel'));
    expect(anyone.map(({ role }) => role)).toEqual(['analyst', 'second analyst', 'analyst']);
    const nobody = findPeople(standIns, { ...config, verdicts: undefined });
    expect(nobody.map(({ role }) => role)).toEqual(Array(3).fill('not allowed'));
  });
});
