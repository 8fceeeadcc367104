import { describe, expect, it } from 'vitest';
import { asPerson, findPeople } from '../../../../local/console/people.ts';
import { configOf, type Loose } from './harness.ts';

const slackOf = (people: object[], groups: object[] = []) =>
  ({
    directory: {
      people: new Map(people.map((one: Loose) => [one.id, { isBot: false, deleted: false, ...one }])),
      groups: new Map(groups.map((one: Loose) => [one.id, one])),
    },
  }) as Loose;
const teamsOf = (people: object[]) =>
  ({ directory: { people: new Map(people.map((one: Loose) => [one.id, one])) } }) as Loose;

const CLEO = { id: 'U0CLEO000', displayName: 'Cleo Marsh' };
const ADA = { id: 'U0ADAWINTER', displayName: 'Ada Winter' };
const BO = { id: 'U0BOLARSEN', displayName: 'Bo Larsen' };
const { verdicts } = configOf();

describe('who one can be', () => {
  it('has those who may decide first, and leaves out what is no person', () => {
    const bot = { id: 'U0BOT', displayName: 'posture-bridge', isBot: true };
    const gone = { id: 'U0GONE', displayName: 'Gone', deleted: true };
    const people = findPeople({ slack: slackOf([bot, CLEO, ADA, BO, gone]) }, verdicts);
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
    const allow = { slackUsers: [], slackGroups: [], teamsUsers: ['aad00000-0000-4000-8000-000000000001'] };
    const people = findPeople(
      {
        slack: slackOf([ADA]),
        teams: teamsOf([
          { id: '29:ada', name: 'Ada Winter', aadObjectId: 'AAD00000-0000-4000-8000-000000000001' },
          { id: '29:dan', name: 'Dan Ek', aadObjectId: 'other' },
        ]),
      },
      { ...(verdicts as Loose), allow },
    );
    expect(people).toMatchObject([
      { name: 'Ada Winter', slackId: 'U0ADAWINTER', teamsId: '29:ada', role: 'analyst' },
      { name: 'Dan Ek', role: 'not allowed' },
    ]);
  });

  it('counts those in a group that may decide', () => {
    const allow = { slackUsers: [], slackGroups: ['S0ANALYSTS'], teamsUsers: [] };
    const slack = slackOf([CLEO, BO], [{ id: 'S0ANALYSTS', users: [BO.id] }]);
    const people = findPeople({ slack }, { ...(verdicts as Loose), allow });
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ['Bo Larsen', 'analyst'],
      ['Cleo Marsh', 'not allowed'],
    ]);
  });

  it('lets everybody decide, or nobody, when the configuration says so', () => {
    const standIns = { slack: slackOf([ADA, BO, CLEO]) };
    const anyone = findPeople(standIns, { ...(verdicts as Loose), allow: 'anyone-in-channel' });
    expect(anyone.map(({ role }) => role)).toEqual(['analyst', 'second analyst', 'analyst']);
    expect(findPeople(standIns, undefined).map(({ role }) => role)).toEqual(Array(3).fill('not allowed'));
  });
});
