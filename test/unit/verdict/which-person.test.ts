import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../lib/case/answer.ts';
import { joinPeople } from '../../../lib/verdict/join-people.ts';
import { comparePeople } from '../../../lib/verdict/same-person.ts';
import { type KnownPeople, whichPerson } from '../../../lib/verdict/which-person.ts';
import { shareOf } from '../../support/extent.ts';

const ADA_TEAMS = '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd';
const people: KnownPeople = {
  ada: { name: 'Ada Winter', slack: 'U0ADA0000', teams: ADA_TEAMS, email: 'ada@acme.com' },
  bo: { name: 'Bo Larsen', slack: 'U0BO00000', email: 'bo@acme.com' },
  cy: { slack: 'U0CY00000' },
};
const account = (surface: string, id: string, name: string, email?: string): Person => ({
  ...{ surface, id, name },
  ...(email !== undefined && { email }),
});
const slack = (id: string, name: string, email?: string) => account('slack', id, name, email);
const teams = (id: string, name: string, email?: string) => account('teams', id, name, email);

describe('which person an account belongs to', () => {
  it('is one person with one real name in both chats', () => {
    const ada = { key: 'people/ada', name: 'Ada Winter' };
    expect(whichPerson(people, slack('U0ADA0000', 'ada.w'))).toEqual(ada);
    expect(whichPerson(people, teams(ADA_TEAMS.toUpperCase(), 'Winter, Ada (SOC)'))).toEqual(ada);
  });

  it('is known by the address that the chat vouches for, where `people` has no id there', () => {
    expect(whichPerson(people, teams('t-bo', 'Larsen, Bo', 'Bo@Acme.com'))).toEqual({
      key: 'people/bo',
      name: 'Bo Larsen',
    });
    const second = whichPerson(people, slack('U0OTHER00', 'Bo Larsen', 'bo@acme.com'));
    expect(second).toEqual({ key: 'email/bo@acme.com', name: 'Bo Larsen (Slack U0OTHER00)' });
  });

  it('joins accounts that nobody configured by their address alone, as the last one is called', () => {
    const [one, two] = [slack('U0DEE0000', 'dee', 'dee@acme.com'), teams('t-dee', 'Dee Roe', 'DEE@acme.com')];
    const which = joinPeople({}, [one, two, teams('t-other', 'Dee Roe')]);
    expect(which(one)).toEqual({ key: 'email/dee@acme.com', name: 'Dee Roe' });
    expect(which(two)).toEqual(which(one));
    expect(which(teams('t-other', 'Dee Roe')).key).not.toBe(which(one).key);
  });

  it('joins by way of an account that has both, and calls the person as `people` does', () => {
    const [cy, other] = [slack('U0CY00000', 'Cy Young', 'cy@acme.com'), teams('t-cy', 'CY', 'cy@acme.com')];
    const which = joinPeople(people, [cy, other]);
    expect(which(other)).toEqual({ key: 'people/cy', name: 'Cy Young' });
    expect(which(cy)).toEqual(which(other));
  });

  it('is called as the chat says where `people` has no name, and by the key where the name is somebody else’s', () => {
    expect(whichPerson(people, slack('U0CY00000', 'Cy Young')).name).toBe('Cy Young');
    expect(whichPerson(people, slack('U0CY00000', 'Bo Larsen')).name).toBe('cy');
    expect(whichPerson(people, slack('U0CY00000', ' \u200b ')).name).toBe('cy');
  });

  it.each([
    'Ada Winter',
    'ADA  WINTER',
    'ada.winter',
    'Winter, Ada (SOC)',
    'Аdа Wіntеr',
    'Ada\u200b Win\u00adter',
    'Àda Wïnter',
    'Ada Wlnter',
    '𝐀𝐝𝐚 𝐖𝐢𝐧𝐭𝐞𝐫',
    'ada@acme.com',
    'ada',
    'The bridge',
    'Eve (Slack U0ADA0000)',
  ])('shows the account where a stranger calls themselves %j', (name) => {
    const { key, name: shown } = whichPerson(people, slack('U0EVIL000', name));
    expect(key).toBe('slack/u0evil000');
    expect(shown).toMatch(/ \(Slack U0EVIL000\)$/);
  });

  it('leaves people alone who only share a first name', () => {
    expect(whichPerson(people, slack('U0LOVE000', 'Ada Lovelace')).name).toBe('Ada Lovelace');
  });

  it('takes nothing from a name that could move text, mention somebody or break a line', () => {
    const { name } = whichPerson({}, slack('U0EVIL000', 'Eve\n\u202eapproved\u0000\u0007 <!channel>'));
    expect(name).toBe('Eve approved <!channel>');
  });

  it('does not take a system or a canary for somebody by a name or an address', () => {
    expect(whichPerson(people, account('webhook', 'soar', 'Ada Winter', 'ada@acme.com')).key).toBe(
      'webhook/soar',
    );
  });

  const anyText = fc.oneof(
    fc.constantFrom('Ada Winter', 'ada@acme.com', 'Bo Larsen', '', ' (Slack U0EVIL000)', 'bo'),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  );
  const anyone = fc.record({
    surface: fc.constantFrom('slack', 'teams'),
    id: fc.constantFrom('U0ADA0000', 'U0BO00000', 'U0CY00000', 'U0EVIL000', ADA_TEAMS, 't-1', 't-2'),
    name: anyText,
    email: fc.option(fc.constantFrom('ada@acme.com', 'BO@acme.com', 'eve@acme.com', 'аda@acme.com'), {
      nil: undefined,
    }),
  });

  it('never follows from a name, whatever it is, and a settled name stays as it is', () => {
    fc.assert(
      fc.property(anyone, anyText, (one, name) => {
        const which = whichPerson(people, one);
        expect(whichPerson(people, { ...one, name }).key).toBe(which.key);
        expect(whichPerson(people, { ...one, name: which.name })).toEqual(which);
        if (!which.key.startsWith('people/')) expect(['Ada Winter', 'Bo Larsen']).not.toContain(which.name);
      }),
      { numRuns: shareOf(3_000) },
    );
  });

  it('only ever makes two accounts one: an address turns nobody into a second person', () => {
    fc.assert(
      fc.property(anyone, anyone, (a, b) => {
        const without = comparePeople({ ...a, email: undefined }, { ...b, email: undefined }, people);
        const judged = comparePeople(a, b, people);
        expect(comparePeople(b, a, people)).toBe(judged);
        expect([without, 'same']).toContain(judged);
        const which = joinPeople(people, [a, b]);
        expect(which(a).key === which(b).key).toBe(judged === 'same');
      }),
      { numRuns: shareOf(3_000) },
    );
  });
});
