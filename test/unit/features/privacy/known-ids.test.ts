import { describe, expect, it } from 'vitest';
import { knownIds } from '../../../../lib/features/privacy/known-ids.ts';

const ADA = { slack: 'U0ADAWINTER', teams: '0f0e0d0c-aaaa-4bbb-8ccc-dddddddddddd' };
const people = { ada: ADA, bo: { slack: 'U0BO000001', teams: undefined } };

describe('a person whom the configuration knows in several chats', () => {
  it('is found by all their ids when one is given, however it is written', () => {
    expect(knownIds(people, ['ada@acme.example', 'u0adawinter'])).toEqual([ADA.teams]);
    expect(knownIds(people, ['ada@acme.example', ADA.teams.toUpperCase()])).toEqual([ADA.slack]);
  });

  it('is found by the name that the configuration gives them', () => {
    expect(knownIds(people, ['x@acme.example', 'Ada'])).toEqual([ADA.slack, ADA.teams]);
  });

  it('is nobody else', () => {
    expect(knownIds(people, ['ada@acme.example', 'Ada Winter', 'U0ADAWINTER2'])).toEqual([]);
    expect(knownIds(people, ['x@acme.example', 'U0BO000001'])).toEqual([]);
  });
});
